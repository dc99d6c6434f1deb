import type { Interaction } from '@parley/contract';
import { isWordless } from './wordless.ts';

type Sent = Pick<Interaction, 'format' | 'type' | 'outcome' | 'input' | 'output' | 'receivedAt'>;

/** Log records with the texts come with the exporter's next batch, seconds after the span; clocks may differ. */
const AWAITED_MS = 5 * 60_000;
const LOOK_MS = 2000;
/** Looks without texts, after which nothing more is expected. */
const MAX_LOOKS = 60;

/** Whether texts of a call that came as telemetry may still follow. */
export function textsMayFollow(
  { format, type, outcome, input, output, receivedAt }: Sent,
  now: number,
): boolean {
  if (format !== 'otel' || isWordless(type)) return false;
  const isWhole = input.length > 0 && (output.length > 0 || outcome !== 'ok');
  return !isWhole && Math.abs(now - Date.parse(receivedAt)) < AWAITED_MS;
}

/** When to look again at an interaction that was read `looks` times. */
export function lookAgain(interaction: Sent | undefined, looks: number): number | false {
  return interaction && looks < MAX_LOOKS && textsMayFollow(interaction, Date.now()) ? LOOK_MS : false;
}
