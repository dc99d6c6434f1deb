import { SCOPES, type Scope } from '@parley/contract';
import { findApplication } from '../accounts/applications/find-application.ts';
import { recordCommand } from '../accounts/audit.ts';
import { createToken } from '../accounts/keys/create-token.ts';
import { readDuration, readFlags, requireApplication, UsageError } from './usage.ts';
import { changeMetadata } from './with-metadata.ts';

/** `parley token create` */
export async function token([verb = '', ...args]: string[]): Promise<void> {
  if (verb !== 'create') throw new UsageError('Say "parley token create".');
  const flags = readFlags(args, ['app'], ['name', 'scopes', 'expires']);
  const scopes = readScopes(flags.scopes ?? 'read');
  const expiresAt = flags.expires === undefined ? null : Date.now() + readDuration(flags.expires);
  const created = await changeMetadata(flags.data, async (tx) => {
    const { id: appId } = await requireApplication(findApplication(tx, flags.app));
    const name = flags.name ?? 'read token';
    const made = await createToken(tx, { appId, name, scopes, expiresAt });
    const details = { name, scopes };
    await recordCommand(tx, { action: 'token.create', appId, target: made.id, details });
    return made;
  });
  if (flags.json) console.log(JSON.stringify({ ...created, scopes, expiresAt }));
  else {
    console.log(`Token ${created.id}
  token    ${created.token}
It is shown this once; only its hash is kept. Use it as "Authorization: Bearer ${created.token.slice(0, 6)}…".`);
  }
}

function readScopes(text: string): Scope[] {
  return text.split(/[ ,]+/).map((word) => {
    const scope = SCOPES.find((known) => known === word);
    if (!scope) throw new UsageError(`"${word}" is no scope; the scopes are ${SCOPES.join(', ')}.`);
    return scope;
  });
}
