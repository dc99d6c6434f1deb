/** The flags of a script. What is not known is answered with a sentence that names what is, and exit code 2. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

export function readFlags<O extends Options>(options: O) {
  return read({ options, allowNegative: true, allowPositionals: false, strict: true });
}

/** The same, and what is named without a flag. */
export function readFlagsAndNames<O extends Options>(options: O) {
  return read({ options, allowNegative: true, allowPositionals: true, strict: true });
}

function read<C extends ParseArgsConfig>(config: C) {
  try {
    return parseArgs(config);
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : String(error), config.options ?? {});
  }
}

function giveUp(message: string, options: Options): never {
  const [reason = ''] = message.split(/\. (?=To specify)|\.$/);
  const names = Object.keys(options).map((name) => `--${name}`);
  const known = names.length === 0 ? 'It takes no flags.' : `Known flags: ${names.join(', ')}.`;
  console.error(`${reason}. ${known}`);
  process.exit(2);
}
