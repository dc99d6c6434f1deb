import type { InteractionType, Warning } from '@parley/contract';

/** Every warning a format can give. */
export type WarningCode =
  | 'format_contradicts_payload'
  | 'type_contradicts_shape'
  | 'unknown_model_family'
  | 'body_not_json'
  | 'tokens_of_other_model'
  | 'kept_raw'
  | 'normalise_failed';

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
