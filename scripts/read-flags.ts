/**
 * Parses the flags of a script. An unknown flag ends it with a message that lists the known ones, and exit
 * code 2.
 */
import type { ParseArgsConfig } from 'node:util';
import { FlagError, parseFlags } from '../server/src/base/flags.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

export function readFlags<O extends Options>(options: O) {
  return orGiveUp(() => parseFlags({ options, allowNegative: true })).values;
}

/** The flags and the names of a script that takes both. */
export function readFlagsAndNames<O extends Options>(options: O) {
  return orGiveUp(() => parseFlags({ options, allowPositionals: true }));
}

/** For a script that takes names, such as files, and no flags. */
export function readNames(): string[] {
  return orGiveUp(() => parseFlags({ options: {}, allowPositionals: true })).positionals;
}

function orGiveUp<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FlagError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
