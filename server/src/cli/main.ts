/** `parley <command>`: one file per command. */

import { BackupError } from '../backup/manifest.ts';
import { diskError } from '../base/disk-error.ts';
import { FlagError } from '../base/flags.ts';
import { makePrivateFiles } from '../base/private-files.ts';
import { SchemaTooNew } from '../base/schema-too-new.ts';
import { VERSION } from '../base/version.ts';
import { ConfigError } from '../config.ts';
import { DataFolderInUse } from '../data-folder/data-folder.ts';
import { DataFolderUnusable } from '../data-folder/pending-operations.ts';
import { NoEngine } from '../engine/engine.ts';
import { MetadataUnavailable } from '../metadata/failure.ts';
import { account } from './account.ts';
import { app } from './app.ts';
import { engine } from './engine.ts';
import { helpOf, serveHelp } from './help.ts';
import { key } from './key.ts';
import { monitors } from './monitors.ts';
import { price } from './price.ts';
import { replay } from './replay.ts';
import { reprocess } from './reprocess.ts';
import { token } from './token.ts';
import { UsageError } from './usage.ts';

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  // Imported on demand: these load the whole server.
  serve: async (args) => (await import('./serve.ts')).serve(args),
  drain: async (args) => (await import('./drain.ts')).drain(args),
  doctor: async (args) => (await import('./doctor.ts')).doctor(args),
  account,
  app,
  key,
  token,
  price,
  monitors,
  replay,
  reprocess,
  backup: async (args) => (await import('./backup.ts')).backup(args),
  restore: async (args) => (await import('./restore.ts')).restore(args),
  move: async (args) => (await import('./move.ts')).move(args),
  engine,
};

const HELP = `parley: a log of every exchange an application has with a language model

  parley serve                                  start the server ("npm start"); "parley serve --help" has its flags
  parley app create --name NAME [--app-key KEY] [--api-key KEY]
                                                make an application; prints its keys, once: new ones, or those given
  parley app list                               applications and their keys
  parley app set --app APP --name NAME | --time-zone ZONE | --rate-limit N | --session-timeout MINUTES |
                   --retention-days N | --body-retention-days N | --store-bodies yes|no | --keep-vectors yes|no
                                                change its settings, one or several; "none" is no limit
  parley app limit --app APP --per-second N     set its rate limit ("none" removes it)
  parley app archive --app APP                  take no more payloads; what it has can be read
  parley app restore --app APP                  take payloads again
  parley app delete --app APP --confirm NAME    delete it with all its data; NAME is its name
  parley account reset-link --email ADDRESS     a link that sets a new password, when no mail reaches somebody
  parley key rotate --app APP [--overlap 24h]   a new API key; the old ones end after the overlap
  parley key revoke --key KEY_ID                end an API key at once
  parley token create --app APP [--name NAME]   make a read token; prints it, once
  parley price set --app APP --model M --input 2.5 --output 10 [--cached 1.25] [--cache-write 3.75]
                   [--from TIME] [--to TIME]    a price of your own, USD per million tokens; M may end in *
  parley price list [--app APP]                 prices of your own
  parley price remove --id PRICE_ID             back to the list price
  parley monitors export FILE --app APP         write its monitors into a file, as JSON
  parley monitors apply FILE --app APP [--prune] [--plan]
                                                make its monitors what the file says; those it does not name stay,
                                                unless pruned; --plan only says what would change
  parley replay [--app APP] [--id ID]           take rejected payloads once more
  parley drain                                  store what waits in the journal of a server that does not run
  parley backup --to FOLDER [--since FOLDER]    back up everything while the server runs; since another backup:
                                                write only the days that have changed
  parley backup verify FOLDER                   read every byte of a backup and compare it with its manifest
  parley restore --from FOLDER --data FOLDER [--clickhouse-url URL] [--clickhouse-cluster NAME]
                   [--database-url URL]         bring a backup into an empty place, on any engines
  parley move --to-clickhouse URL|embedded [--cluster NAME] --to-database URL|embedded [--stop]
                                                carry everything over while the server runs, all but the last
                                                seconds; --stop ends the server for those
  parley doctor                                 look for what is wrong, and say what to do about it
  parley reprocess --from TIME --to TIME [--app APP]   derive what is stored again: readings and costs
  parley engine install                         fetch the embedded engine, where npm brought none along

  --version                                     print the version
  --help                                        after a command: what it takes
  --json                                        print JSON, for scripts
  --data FOLDER                                 the data folder (PARLEY_DATA, ./data)
  APP is an application's id, application key or name.`;

const ASKS_FOR_VERSION = ['version', '--version', '-v'];
const ASKS_FOR_HELP = ['', 'help', '--help', '-h'];

const [command = '', ...args] = process.argv.slice(2);
const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;

if (run && args.some((arg) => ASKS_FOR_HELP.includes(arg) && arg.startsWith('-'))) {
  console.log(command === 'serve' ? serveHelp() : helpOf(command, HELP));
} else if (run) {
  makePrivateFiles();
  try {
    await run(args);
  } catch (error) {
    const sentence = isExpected(error) ? error.message : troubleOf(error);
    if (sentence === null) throw error;
    console.error(sentence);
    // Components that were started already keep the process alive; none is worth waiting for.
    process.exit(error instanceof FlagError ? 2 : 1);
  }
} else if (ASKS_FOR_VERSION.includes(command)) {
  console.log(VERSION);
} else {
  const asked = ASKS_FOR_HELP.includes(command);
  if (!asked) console.error(`There is no command "${command}".\n`);
  console.log(HELP);
  process.exitCode = asked ? 0 : 2;
}

/** A failure of the database or the disk, rather than of the command. */
function troubleOf(error: unknown): string | null {
  return error instanceof MetadataUnavailable
    ? `Accounts and settings cannot be used: ${error.message}`
    : diskError(error);
}

function isExpected(error: unknown): error is Error {
  if (error instanceof ConfigError || error instanceof UsageError || error instanceof FlagError) return true;
  if (error instanceof DataFolderInUse || error instanceof DataFolderUnusable) return true;
  if (error instanceof BackupError || error instanceof NoEngine) return true;
  if (error instanceof SchemaTooNew) return true;
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
