import type { InteractionType, Warning } from '@parley/contract';

/**
 * Every warning that a format gives or once gave. Deriving a record again removes the warnings in this list
 * and keeps all others, so codes that are no longer used stay here.
 */
export const READING_WARNINGS = [
  'format_contradicts_payload',
  'type_contradicts_shape',
  'unknown_model_family',
  'body_not_json',
  'tokens_of_other_model',
  'tokens_do_not_add_up',
  'cost_differs_from_stated',
  'no_price_for_tier',
  'no_price_for_media',
  'counted_inside',
  'told_twice',
  'not_finished',
  'stream_ended_early',
  'kept_raw',
  'normalise_failed',
] as const;

export type WarningCode = (typeof READING_WARNINGS)[number];

const codes = new Set<string>(READING_WARNINGS);

/** Whether a warning came from reading the exchange, not from validating its envelope. */
export function isReadingWarning({ code }: Warning): boolean {
  return codes.has(code);
}

export function warning(path: string, code: WarningCode, message: string): Warning {
  return { path, code, message };
}

export function contradictsFormat(path: 'request' | 'response', format: string): Warning {
  return warning(path, 'format_contradicts_payload', `This is not what a ${path} of ${format} looks like.`);
}

export function contradictsType(declared: InteractionType, shape: InteractionType): Warning {
  return warning(
    'reconify.type',
    'type_contradicts_shape',
    `Declared as ${declared}, read by its shape as ${shape}.`,
  );
}
