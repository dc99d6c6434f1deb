import type { System } from '@parley/contract';
import { lastBackup } from '../../accounts/backups.ts';
import type { Damaged } from '../../accounts/ledger.ts';
import { firstAccount } from '../../accounts/members/default-account.ts';
import { roleIn } from '../../accounts/members/roles.ts';
import { type KnownNode, listNodes } from '../../accounts/nodes.ts';
import { ApiError } from '../../errors.ts';
import type { Reading } from '../../reading/reading.ts';
import { VERSION } from '../../version.ts';
import type { Bind } from '../bind.ts';
import type { People } from '../people/people.ts';

export type SystemInfoSources = {
  people: People;
  reading: Reading;
  /** This server, as others would hear of it right now. */
  ownNode: () => KnownNode;
  /** What the process knows of itself. */
  systemNow: () => Omit<System, 'version' | 'store' | 'journal' | 'nodes' | 'backup'> & {
    store: Omit<System['store'], 'size'>;
    journal: Omit<System['journal'], keyof Damaged>;
  };
};

export function systemInfoRoute(
  bind: Bind,
  { people, reading, ownNode, systemNow }: SystemInfoSources,
): void {
  bind('getSystem', async ({ login }) => {
    await requireOperator(people, login.person.id);
    const size = await reading.lookUp('storeSize', null);
    const damaged = await reading.lookUp('damaged', null);
    const now = systemNow();
    const backup = await lastBackup(people.db);
    return {
      version: VERSION,
      ...now,
      journal: { ...now.journal, ...damaged },
      store: { ...now.store, size },
      backup: backup && {
        finishedAt: new Date(backup.finishedAt).toISOString(),
        interactions: backup.interactions,
        bytes: backup.bytes,
      },
      nodes: [ownNode(), ...(await listNodes(people.db)).filter(({ name }) => name !== now.node)].map(nodeOf),
    };
  });
}

function nodeOf({ startedAt, seenAt, isUp, lagMs, ...node }: KnownNode): System['nodes'][number] {
  return {
    ...node,
    startedAt: new Date(startedAt).toISOString(),
    seenAt: new Date(seenAt).toISOString(),
    up: isUp,
    lagSeconds: lagMs / 1000,
  };
}

/** The server is one for all accounts: its figures are for who runs it. */
async function requireOperator({ db }: People, personId: string): Promise<void> {
  const account = await firstAccount(db);
  if (account !== null && (await roleIn(db, personId, account)) === 'owner') return;
  throw new ApiError('forbidden', { message: "This is for owners of the server's first account." });
}
