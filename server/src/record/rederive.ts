/** Derives a stored row again from its bytes. */
import { isRecordedFormat, type Warning } from '@parley/contract';
import { isReadingWarning } from '../formats/index.ts';
import type { Price } from '../prices/price.ts';
import type { DerivedRow } from '../store/rewrite/derived-rows.ts';
import {
  DERIVED_COLUMNS,
  type DerivedColumn,
  type DerivedValues,
  derivedValues,
} from '../store/rows/interaction-row.ts';
import { boundedWarning } from './bounded.ts';
import { derive, storedPrompt } from './derive.ts';
import type { PromptParts, SeenPrompt } from './prompt-parts.ts';

export type Rederived = { values: DerivedValues; changed: DerivedColumn[] };

/** Recognises the prompt of a row that may have one. */
export type StoredPromptOf = (
  appId: string,
  parts: PromptParts,
  at: number,
  stored: string,
) => SeenPrompt | null;

export function rederive(row: DerivedRow, price: Price, promptOf: StoredPromptOf): Rederived {
  const { app_id: appId, requested: requestedAt, type, labels, request, response } = row;
  const format = isRecordedFormat(row.format) ? row.format : 'universal';
  const declaredProvider = row.declared_provider || null;
  const input = { appId, format, type, declaredProvider, labels, requestedAt, request, response };
  const derived = derive(input, price, (app, parts, at) =>
    promptOf(app, parts, at, String(row.prompt ?? '')),
  );
  const warnings = [...envelopeWarnings(row), ...derived.warnings];
  const values = derivedValues(
    { ...derived, ...storedPrompt(derived.seenPrompt), warnings },
    request,
    response,
  );
  return { values, changed: DERIVED_COLUMNS.filter((column) => !isSame(values[column], row[column])) };
}

/** Warnings of the validation at receipt, which cannot be derived from the bytes. */
function envelopeWarnings({ warnings }: DerivedRow): Warning[] {
  if (typeof warnings !== 'string' || warnings === '') return [];
  const all: Warning[] = JSON.parse(warnings);
  return all.filter((warning) => !isReadingWarning(warning)).map(boundedWarning);
}

/** The store may return a decimal number that is off by one bit. */
function isSame(a: string | number | null, b: string | number | null): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b;
  return Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));
}
