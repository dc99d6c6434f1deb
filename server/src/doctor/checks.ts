/** Every check, in the order of the output. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listApplications } from '../accounts/applications/list-applications.ts';
import { readDamaged } from '../cluster/ledger.ts';
import { databaseNow } from '../cluster/nodes.ts';
import { unpricedModels } from '../queries/unpriced-models.ts';
import { eachServer, type RemoteAddress } from '../store/client.ts';
import { Store } from '../store/store.ts';
import { askClock, askGrants, askSettings, askSystemLogs, askVersion, serverName } from './ask-clickhouse.ts';
import { checkBackup } from './backup-check.ts';
import { checkClickHouse } from './clickhouse-check.ts';
import { checkClock, inspectClock, type OtherClock } from './clock-check.ts';
import { checkDamaged, inspectDamaged } from './damaged-check.ts';
import { checkDisk, inspectDisk, roomOn } from './disk-check.ts';
import { checkEngine, inspectEngines } from './engine-check.ts';
import { bad, type Finding, ok, warn } from './finding.ts';
import { checkFolder, inspectFolder } from './folder-check.ts';
import { checkGrants } from './grants-check.ts';
import { type Installation, requireCurrent, requireReached } from './installation.ts';
import { checkJournal, inspectJournal } from './journal-check.ts';
import { lastBackup } from './last-backup.ts';
import { checkNode } from './node-check.ts';
import { checkOpenFiles, inspectLimits } from './open-files-check.ts';
import { checkPermissions, inspectFiles } from './permissions-check.ts';
import { checkPort, inspectPort } from './port-check.ts';
import { checkPostgres, inspectPostgres } from './postgres-check.ts';
import { checkPriceList } from './price-list-check.ts';
import { type Check, NotChecked } from './run-checks.ts';
import {
  checkSchema,
  inspectMarkedSchema,
  inspectMetadataSchema,
  inspectStoreSchema,
} from './schema-check.ts';
import { checkServer, inspectServer } from './server-check.ts';
import { checkSystemLogs } from './system-logs-check.ts';
import { checkUnpriced } from './unpriced-check.ts';

const UNPRICED_MS = 30 * 24 * 60 * 60 * 1000;

export function checksOf(installation: Installation): Check[] {
  const { config, server, metadata, isOlder, store } = installation;
  const journal = join(config.data, 'journal');
  const running = 'there' in server ? server.there : null;
  const folder = () => {
    if (existsSync(config.data)) return config.data;
    throw new NotChecked('there is no data folder yet');
  };
  const db = () => requireReached(metadata).db;
  return [
    { name: 'node', run: () => checkNode(process.version) },
    {
      name: 'engine',
      run: async () =>
        checkEngine(inspectEngines(config.data), {
          isRemote: config.clickhouse !== null,
          version: 'there' in store ? await askVersion(store.there) : null,
        }),
    },
    { name: 'data folder', run: () => checkFolder(inspectFolder(config.data)) },
    { name: 'permissions', run: () => checkPermissions(inspectFiles(folder()), process.getuid?.() ?? 0) },
    { name: 'disk', run: () => checkDisks(installation, journal) },
    { name: 'open files', run: () => checkOpenFiles(inspectLimits(running?.pid ?? 'self')) },
    {
      name: 'server',
      run: async () =>
        'away' in server
          ? [warn('server', server.away, 'Run "parley doctor" again when it has started.')]
          : checkServer(await inspectServer(running)),
    },
    {
      name: 'port',
      run: async () => checkPort(await inspectPort(config.host, config.port), running?.url ?? null),
    },
    { name: 'clock', run: () => checkClocks(installation) },
    ...metadataChecks(installation),
    { name: 'metadata schema', run: async () => checkSchema(await inspectMetadataSchema(db())) },
    ...storeChecks(installation),
    {
      name: 'store schema',
      run: async () =>
        checkSchema(
          'none' in store && config.clickhouse === null
            ? await inspectMarkedSchema(folder())
            : await inspectStoreSchema(requireReached(store), requireCurrent(installation).db),
        ),
    },
    {
      name: 'journal',
      run: async () => {
        if (!existsSync(join(folder(), 'journal'))) return [ok('journal', 'None yet')];
        const limits = { max: config.journalMax, isRunning: running !== null, now: Date.now() };
        return checkJournal(await inspectJournal(journal), limits);
      },
    },
    {
      name: 'damaged frames',
      run: async () => {
        const lost = 'there' in metadata && !isOlder ? (await readDamaged(metadata.there.db)).damaged : null;
        return checkDamaged(await inspectDamaged(join(folder(), 'journal')), lost);
      },
    },
    { name: 'prices', run: () => checkPriceList(installation.priceList, Date.now()) },
    { name: 'prices', run: () => checkUnpricedModels(installation) },
    { name: 'backup', run: () => checkBackup(() => lastBackup(db()), Date.now()) },
  ];
}

/** Checks each disk once: the journal, the store and the rest may be on several. */
async function checkDisks({ config, needs }: Installation, journal: string): Promise<Finding[]> {
  const folders = [config.data, journal, ...needs.map(({ folder }) => folder)];
  const disks = await Promise.all([...new Set(folders)].map(inspectDisk));
  const waiting = existsSync(journal) ? (await inspectJournal(journal)).bytes : 0;
  const limits = { floor: config.diskFloor, journalMax: config.journalMax, waiting };
  const journalDisk = disks.find(({ folder }) => folder === journal);
  return [...new Map(disks.toReversed().map((disk) => [disk.device, disk])).values()]
    .toReversed()
    .flatMap((disk) => {
      const here = needs.filter(({ folder }) =>
        disks.some((other) => other.folder === folder && other.device === disk.device),
      );
      return checkDisk(disk, roomOn(here, limits, disk.device === journalDisk?.device));
    });
}

async function checkClocks({ config, metadata, store }: Installation): Promise<Finding[]> {
  const others: OtherClock[] = [];
  if (config.databaseUrl !== null && 'there' in metadata) {
    const { db } = metadata.there;
    const ask = async () => {
      const { now } = await db.selectNoFrom(databaseNow(db).as('now')).executeTakeFirstOrThrow();
      return Number(now);
    };
    // The first query opens a connection.
    await ask();
    others.push(await inspectClock('PostgreSQL', ask));
  }
  if ('there' in store && store.there.kind === 'remote') {
    for (const address of remoteServers(store.there)) {
      others.push(await inspectClock(`ClickHouse at ${serverName(address)}`, () => askClock(address)));
    }
  }
  return checkClock({ now: Date.now(), lastWrite: await lastWrite(config.data), others });
}

/** The newest write to the files that every server updates regularly. */
async function lastWrite(data: string): Promise<number | null> {
  const times: number[] = [];
  for (const name of ['server.json', 'metadata.sqlite', join('journal', 'checkpoint.json')]) {
    const path = join(data, name);
    if (existsSync(path)) times.push((await stat(path)).mtimeMs);
  }
  return times.length === 0 ? null : Math.max(...times);
}

function metadataChecks({ config, metadata }: Installation): Check[] {
  const name = config.databaseUrl === null ? 'metadata' : 'postgresql';
  if ('away' in metadata) {
    const { away } = metadata;
    const advice =
      config.databaseUrl === null
        ? 'See that metadata.sqlite is whole and yours, or restore a backup.'
        : 'See that PostgreSQL runs and that PARLEY_DATABASE_URL is right.';
    return [{ name, run: () => [bad(name, away, advice)] }];
  }
  if (config.databaseUrl === null) return [];
  return [{ name, run: async () => checkPostgres(await inspectPostgres(requireReached(metadata).db)) }];
}

/** Checks of ClickHouse servers; the embedded engine needs none of this. */
function storeChecks({ config, store }: Installation): Check[] {
  if ('away' in store) {
    const { away } = store;
    const advice = config.clickhouse
      ? 'See that ClickHouse runs and that PARLEY_CLICKHOUSE_URL is right.'
      : "The engine does not answer: see the server's log.";
    return [{ name: 'store', run: () => [bad('store', away, advice)] }];
  }
  if (!config.clickhouse) return [];
  return remoteServers({ kind: 'remote', ...config.clickhouse }).flatMap((address): Check[] => {
    const name = serverName(address);
    return [
      {
        name: 'clickhouse',
        run: async () => checkClickHouse(await askSettings(address, config.queryLimits)),
      },
      {
        name: 'grants',
        run: async () => {
          const { user, missing } = await askGrants(address);
          return checkGrants(name, user, missing);
        },
      },
      {
        name: 'system logs',
        run: async () => checkSystemLogs(name, await askSystemLogs(address)),
      },
    ];
  });
}

function remoteServers(address: RemoteAddress): RemoteAddress[] {
  return eachServer(address).filter((each) => each.kind === 'remote');
}

async function checkUnpricedModels(installation: Installation): Promise<Finding[]> {
  const { config, store } = installation;
  const address = requireReached(store);
  const [first, ...others] = (await listApplications(requireCurrent(installation).db)).map(({ id }) => id);
  if (first === undefined) return checkUnpriced([]);
  const asked = new Store(address, config.queryLimits);
  try {
    const { data } = await unpricedModels(asked, [first, ...others], { from: Date.now() - UNPRICED_MS });
    return checkUnpriced(data);
  } finally {
    await asked.close();
  }
}
