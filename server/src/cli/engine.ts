import { parseFlags } from '../base/flags.ts';
import { installEngine } from '../engine/install-engine.ts';
import { UsageError } from './usage.ts';

/** `parley engine install`: for images and machines whose server may not write beside the program. */
export async function engine([verb, ...rest]: string[]): Promise<void> {
  if (verb !== 'install') throw new UsageError('Use "parley engine install".');
  parseFlags({ args: rest, options: {} });
  // The program is for everybody on the machine, unlike the data.
  process.umask(0o022);
  installEngine((line) => console.log(line));
}
