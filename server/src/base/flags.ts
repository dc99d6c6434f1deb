/** Flags of commands and scripts. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A flag that is not known, or lacks its value: the message names those there are. */
export class FlagError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

export function parseFlags<C extends ParseArgsConfig & { options: Options }>(
  config: C,
): ReturnType<typeof parseArgs<C>> {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // After its first sentence, Node explains how to pass a text that begins with a dash.
    const [reason = ''] = error.message.split(/\.\s|\.?$/);
    const names = Object.keys(config.options).map((name) => `--${name}`);
    const known = names.length === 0 ? 'It takes no flags.' : `Known flags: ${names.join(', ')}.`;
    throw new FlagError(`${reason}. ${known}`);
  }
}
