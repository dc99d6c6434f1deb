/** Names of formats, providers, endings and thumbs, as people know them. */
import type { RecordedFormat } from '@parley/contract';
import { DESCRIPTORS, providerNamed } from '@parley/contract/providers';

export function formatName(format: RecordedFormat): string {
  return format === 'otel' ? 'OpenTelemetry' : DESCRIPTORS[format].label;
}

/** Payloads and telemetry may name providers that Parley does not know: these keep their name. */
export function providerName(provider: string): string {
  return providerNamed(provider)?.label ?? provider;
}

/** Outcomes and finish reasons. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ['ok', 'OK'],
  ['error', 'Failed'],
  ['blocked', 'Blocked'],
  ['stop', 'Stop'],
  ['length', 'Truncated'],
  ['tool_calls', 'Tool calls'],
  ['content_filter', 'Content filter'],
  ['other', 'Other'],
]);

/** The name of a dimension's value. An address may name formats that do not exist. */
export function valueName(dimension: string, value: string): string {
  if (dimension === 'provider') return providerName(value);
  if (dimension === 'outcome' || dimension === 'finishReason') return ENDS.get(value) ?? value;
  if (dimension.startsWith('score.')) return value === 'true' ? 'Up' : value === 'false' ? 'Down' : value;
  return dimension === 'format' && isFormat(value) ? formatName(value) : value;
}

function isFormat(value: string): value is RecordedFormat {
  return value === 'otel' || Object.hasOwn(DESCRIPTORS, value);
}
