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

/** For a script that takes names, such as files, beside its flags. */
export function readFlagsAndNames<O extends Options>(options: O) {
  return orGiveUp(() => parseFlags({ options, allowPositionals: true }));
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
