import { findApplication } from '../accounts/applications/find-application.ts';
import { recordCommand } from '../accounts/audit.ts';
import { revokeKey } from '../accounts/keys/revoke-key.ts';
import { rotateKey } from '../accounts/keys/rotate-key.ts';
import { readDuration, readFlags, requireApplication, UsageError } from './usage.ts';
import { changeMetadata } from './with-metadata.ts';

/** `parley key rotate | revoke` */
export async function key([verb = '', ...args]: string[]): Promise<void> {
  if (verb === 'rotate') return rotate(args);
  if (verb === 'revoke') return revoke(args);
  throw new UsageError('Say "parley key rotate" or "parley key revoke".');
}

async function rotate(args: string[]): Promise<void> {
  const flags = readFlags(args, ['app'], ['overlap']);
  const overlap = readDuration(flags.overlap ?? '24h');
  const rotated = await changeMetadata(flags.data, async (tx) => {
    const { id } = await requireApplication(findApplication(tx, flags.app));
    const made = await rotateKey(tx, id, overlap);
    const details = { overlapMinutes: overlap / 60_000 };
    await recordCommand(tx, { action: 'key.rotate', appId: id, target: made.keyId, details });
    return made;
  });
  const oldKeysEndAt = new Date(rotated.oldKeysEndAt).toISOString();
  if (flags.json) console.log(JSON.stringify({ ...rotated, oldKeysEndAt }));
  else {
    console.log(`New key ${rotated.keyId}
  apiKey   ${rotated.apiKey}
The other keys work until ${oldKeysEndAt}. The API key is shown this once; only its hash is kept.`);
  }
}

async function revoke(args: string[]): Promise<void> {
  const flags = readFlags(args, ['key'], []);
  const revoked = await changeMetadata(flags.data, async (tx) => {
    const done = await revokeKey(tx, flags.key);
    if (done) await recordCommand(tx, { action: 'key.revoke', keyId: flags.key, target: flags.key });
    return done;
  });
  if (!revoked)
    throw new UsageError(`There is no valid key "${flags.key}". "parley app list" shows the ids of keys.`);
  if (flags.json) console.log(JSON.stringify({ keyId: flags.key, revoked }));
  else console.log(`${flags.key} is revoked.`);
}
