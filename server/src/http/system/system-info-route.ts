import type { System } from '@parley/contract';
import { firstAccount } from '../../accounts/members/default-account.ts';
import { roleIn } from '../../accounts/members/roles.ts';
import { ApiError } from '../../base/errors.ts';
import { PRICE_LIST } from '../../base/price-list.ts';
import { StaleCache } from '../../base/stale-cache.ts';
import { VERSION } from '../../base/version.ts';
import { lastBackup } from '../../cluster/backups.ts';
import { type KnownNode, listNodes } from '../../cluster/nodes.ts';
import type { ServerStatus } from '../../monitoring/server-status.ts';
import { type Reading, SERVER } from '../../reading/reading.ts';
import type { Bind } from '../bind.ts';
import type { People } from '../people/people.ts';

export type SystemInfoSources = {
  people: People;
  reading: Reading;
  storeSize: StaleCache<System['store']['size']>;
  status: ServerStatus;
};

/** A page that shows how ill the store is has to be there within a second. */
const PATIENCE_MS = 800;
const UNKNOWN = { damaged: null, unattributed: null };

export function systemInfoRoute(bind: Bind, { people, reading, storeSize, status }: SystemInfoSources): void {
  const knownDamaged = new StaleCache(() => reading.lookUp(SERVER, 'damaged', null, { now: true }));

  bind('getSystem', async ({ login }) => {
    await requireOperator(people, login.person.id);
    const isSilent = status.storeHealth().state === 'silent';
    const [size, damaged, backup] = await Promise.all([
      storeSize.get(isSilent ? 0 : PATIENCE_MS),
      knownDamaged.get(PATIENCE_MS),
      lastBackup(people.db),
    ]);
    const now = status.system();
    return {
      version: VERSION,
      priceList: PRICE_LIST,
      unavailable: [
        ...(size.isFresh ? [] : (['store.size'] as const)),
        ...(damaged.isFresh ? [] : (['journal.damaged'] as const)),
        ...(now.disk.freeBytes === null ? (['disk.freeBytes'] as const) : []),
      ],
      ...now,
      journal: { ...now.journal, ...(damaged.value ?? UNKNOWN) },
      store: { ...now.store, size: size.value },
      backup: backup && {
        finishedAt: new Date(backup.finishedAt).toISOString(),
        interactions: backup.interactions,
        bytes: backup.bytes,
      },
      nodes: [status.node(), ...(await listNodes(people.db)).filter(({ name }) => name !== now.node)].map(
        nodeOf,
      ),
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
