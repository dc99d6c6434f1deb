/** Parses the flags of commands and scripts. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Thrown for an unknown flag or a missing value; the message lists the known flags. */
export class FlagError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

export function parseFlags<C extends ParseArgsConfig & { options: Options }>(
  config: C,
): ReturnType<typeof parseArgs<C>> {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node appends an explanation of how to pass a value that begins with a dash.
    const [reason = ''] = error.message.split(/\.\s|\.?$/);
    const names = Object.keys(config.options).map((name) => `--${name}`);
    const known = names.length === 0 ? 'It takes no flags.' : `Known flags: ${names.join(', ')}.`;
    throw new FlagError(`${reason}. ${known}`);
  }
}
