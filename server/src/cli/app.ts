import { archiveApplication, restoreApplication } from '../accounts/applications/archive-application.ts';
import { createApplication } from '../accounts/applications/create-application.ts';
import { findApplication } from '../accounts/applications/find-application.ts';
import { type ListedKey, listApplications } from '../accounts/applications/list-applications.ts';
import { requestDeletion } from '../accounts/applications/request-deletion.ts';
import { recordCommand } from '../accounts/audit.ts';
import { readConfig } from '../config.ts';
import { runningUrl } from '../data-folder/data-folder.ts';
import { changeSettings, setSettings } from './app-settings.ts';
import { readFlags, requireApplication, UsageError } from './usage.ts';
import { changeMetadata, dataFolder, withMetadata } from './with-metadata.ts';

const VERBS: Record<string, (args: string[]) => Promise<void>> = {
  create,
  list,
  set: setSettings,
  limit,
  archive,
  restore,
  delete: remove,
};

/** `parley app create | list | set | limit | archive | restore | delete` */
export async function app([verb = '', ...args]: string[]): Promise<void> {
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!run) throw new UsageError(`Say "parley app" and one of ${Object.keys(VERBS).join(', ')}.`);
  return run(args);
}

async function create(args: string[]): Promise<void> {
  const flags = readFlags(args, ['name'], ['app-key', 'api-key']);
  const created = await changeMetadata(flags.data, async (tx) => {
    const keys = { appKey: flags['app-key'], apiKey: flags['api-key'] };
    const made = await createApplication(tx, { name: flags.name, ...keys });
    const { id, name } = made;
    await recordCommand(tx, { action: 'application.create', appId: id, target: id, details: { name } });
    return made;
  });
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
  for (const { id, name, appKey, rateLimit, archivedAt, keys } of applications) {
    const archived = archivedAt === null ? '' : `, archived ${new Date(archivedAt).toISOString()}`;
    console.log(`${name} (${id})${archived}\n  appKey   ${appKey}`);
    if (rateLimit !== null) console.log(`  limit    ${rateLimit} a second`);
    for (const key of keys) console.log(`  key      ${key.id}  …${key.hint}  ${key.name}${stateOf(key)}`);
  }
}

async function limit(args: string[]): Promise<void> {
  const flags = readFlags(args, ['app', 'per-second'], []);
  const perSecond = flags['per-second'] === 'none' ? null : Number(flags['per-second']);
  if (perSecond !== null && !(perSecond > 0))
    throw new UsageError('--per-second must be a positive number or "none".');
  await changeSettings(flags, { rateLimit: perSecond });
}

async function archive(args: string[]): Promise<void> {
  const flags = readFlags(args, ['app'], []);
  const archived = await changeMetadata(flags.data, async (tx) => {
    const found = await requireApplication(findApplication(tx, flags.app));
    await archiveApplication(tx, found.id);
    await recordCommand(tx, { action: 'application.archive', appId: found.id });
    return found;
  });
  if (flags.json) console.log(JSON.stringify({ ...archived, archived: true }));
  else console.log(`${archived.name} is archived: it takes no payloads, and what it has can be read.`);
}

async function restore(args: string[]): Promise<void> {
  const flags = readFlags(args, ['app'], []);
  const restored = await changeMetadata(flags.data, async (tx) => {
    const found = await requireApplication(findApplication(tx, flags.app));
    await restoreApplication(tx, found.id);
    await recordCommand(tx, { action: 'application.restore', appId: found.id });
    return found;
  });
  if (flags.json) console.log(JSON.stringify({ ...restored, archived: false }));
  else console.log(`${restored.name} takes payloads.`);
}

/** Deletes an application with all its data; the name has to be repeated to confirm. */
async function remove(args: string[]): Promise<void> {
  const flags = readFlags(args, ['app', 'confirm'], []);
  const deleted = await changeMetadata(flags.data, async (tx) => {
    const found = await requireApplication(findApplication(tx, flags.app));
    if (flags.confirm !== found.name)
      throw new UsageError(`Nothing was deleted: --confirm must be the application's name, "${found.name}".`);
    await requestDeletion(tx, found.id);
    const details = { name: found.name };
    await recordCommand(tx, { action: 'application.delete', appId: found.id, details });
    return found;
  });
  if (flags.json) console.log(JSON.stringify({ ...deleted, deleted: true }));
  else {
    console.log(`${deleted.name} is deleted: its keys and tokens work no more.
The server removes its data now, or when it starts.`);
  }
}

function stateOf(key: ListedKey): string {
  if (key.revokedAt !== null) return `, revoked ${new Date(key.revokedAt).toISOString()}`;
  const used = key.lastUsedAt === null ? '' : `, last used ${new Date(key.lastUsedAt).toISOString()}`;
  if (key.expiresAt !== null) return `${used}, ends ${new Date(key.expiresAt).toISOString()}`;
  return used;
}

/** Where payloads are sent: the public URL, else that of the running server, else the configured address. */
function ingestUrl(folder: string): string {
  const { publicUrl, host, port } = readConfig([], process.env);
  const base = publicUrl ?? runningUrl(folder) ?? `http://${host}:${port}`;
  return `${base}/track`;
}
