import { createApplication } from '../accounts/create-application.ts';
import { findApplication } from '../accounts/find-application.ts';
import { listApplications } from '../accounts/list-applications.ts';
import { setRateLimit } from '../accounts/set-rate-limit.ts';
import { readConfig } from '../config.ts';
import { runningServer } from '../data-folder.ts';
import { expectApplication, readFlags, UsageError } from './usage.ts';
import { dataFolder, withMetadata } from './with-metadata.ts';

/** `parley app create | list | limit` */
export async function app([verb = '', ...args]: string[]): Promise<void> {
  if (verb === 'create') return create(args);
  if (verb === 'list') return list(args);
  if (verb === 'limit') return limit(args);
  throw new UsageError('Say "parley app create", "parley app list" or "parley app limit".');
}

async function create(args: string[]): Promise<void> {
  const flags = readFlags(args, ['name'], ['app-key', 'api-key']);
  const created = await withMetadata(flags.data, (db) =>
    createApplication(db, { name: flags.name, appKey: flags['app-key'], apiKey: flags['api-key'] }),
  );
  const url = ingestUrl(dataFolder(flags.data));
  if (flags.json) {
    console.log(JSON.stringify({ ...created, ingestUrl: url }));
    return;
  }
  console.log(`Application "${created.name}" (${created.id})
  appKey   ${created.appKey}
  apiKey   ${created.apiKey}
  ingest   ${url}
The API key is shown this once; only its hash is kept.`);
}

async function list(args: string[]): Promise<void> {
  const flags = readFlags(args, [], []);
  const applications = await withMetadata(flags.data, listApplications);
  if (flags.json) {
    console.log(JSON.stringify(applications));
    return;
  }
  if (applications.length === 0) console.log('No application yet: parley app create --name "My application"');
  for (const { id, name, appKey, rateLimit, keys } of applications) {
    console.log(`${name} (${id})\n  appKey   ${appKey}`);
    if (rateLimit !== null) console.log(`  limit    ${rateLimit} a second`);
    for (const key of keys) console.log(`  key      ${key.id}  …${key.hint}  ${key.name}${stateOf(key)}`);
  }
}

async function limit(args: string[]): Promise<void> {
  const flags = readFlags(args, ['app', 'per-second'], []);
  const perSecond = flags['per-second'] === 'none' ? null : Number(flags['per-second']);
  if (perSecond !== null && !(perSecond > 0))
    throw new UsageError('--per-second must be a positive number or "none".');
  const changed = await withMetadata(flags.data, async (db) => {
    const found = await expectApplication(findApplication(db, flags.app));
    await setRateLimit(db, found.id, perSecond);
    return found;
  });
  if (flags.json) console.log(JSON.stringify({ ...changed, rateLimit: perSecond }));
  else console.log(`${changed.name}: ${perSecond === null ? 'no limit' : `${perSecond} payloads a second`}`);
}

function stateOf(key: { expiresAt: number | null; revokedAt: number | null }): string {
  if (key.revokedAt !== null) return `, revoked ${new Date(key.revokedAt).toISOString()}`;
  if (key.expiresAt !== null) return `, ends ${new Date(key.expiresAt).toISOString()}`;
  return '';
}

/** Where payloads go: the public address, else where the running server listens, else where it would. */
function ingestUrl(folder: string): string {
  const { publicUrl, host, port } = readConfig([], process.env);
  const base = publicUrl ?? runningServer(folder)?.url ?? `http://${host}:${port}`;
  return `${base}/track`;
}
