import type { System } from '@parley/contract';
import { firstAccount } from '../../accounts/members/default-account.ts';
import { roleIn } from '../../accounts/members/roles.ts';
import { ApiError } from '../../base/errors.ts';
import { PRICE_LIST } from '../../base/price-list-version.ts';
import { StaleCache } from '../../base/stale-cache.ts';
import { VERSION } from '../../base/version.ts';
import { lastBackup } from '../../cluster/backups.ts';
import { type KnownNode, listNodes } from '../../cluster/nodes.ts';
import type { ServerStatus } from '../../monitoring/server-status.ts';
import { type Reading, SERVER } from '../../reading/reading.ts';
import type { Bind } from '../bind.ts';
import type { PeopleContext } from '../people/people-context.ts';

export type SystemInfoSources = {
  people: PeopleContext;
  reading: Reading;
  storeSize: StaleCache<System['store']['size']>;
  status: ServerStatus;
};

/** The page that shows how the store is has to load within a second. */
const TIMEOUT_MS = 800;
const UNKNOWN_DAMAGE = { damaged: null, unattributed: null };

export function systemInfoRoute(bind: Bind, { people, reading, storeSize, status }: SystemInfoSources): void {
  const knownDamaged = new StaleCache(() => reading.lookUp(SERVER, 'damaged', null, { now: true }));

  bind('getSystem', async ({ login }) => {
    await requireOperator(people, login.person.id);
    const isSilent = status.storeHealth().state === 'silent';
    const [size, damaged, backup] = await Promise.all([
      storeSize.get(isSilent ? 0 : TIMEOUT_MS),
      knownDamaged.get(TIMEOUT_MS),
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
      journal: { ...now.journal, ...(damaged.value ?? UNKNOWN_DAMAGE) },
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

/** The server is shared by all accounts: its figures are for its operator. */
async function requireOperator({ db }: PeopleContext, personId: string): Promise<void> {
  const account = await firstAccount(db);
  if (account !== null && (await roleIn(db, personId, account)) === 'owner') return;
  throw new ApiError('forbidden', { message: "This is for owners of the server's first account." });
}
