/** The flags of a script. What is not known is answered with a sentence that names what is, and exit code 2. */
import type { ParseArgsConfig } from 'node:util';
import { FlagError, parseFlags } from '../server/src/base/flags.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

export function readFlags<O extends Options>(options: O) {
  return orGiveUp(() => parseFlags({ options, allowNegative: true })).values;
}

/** For a script that takes names, of files for example, beside its flags. */
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
