import { z } from 'zod';
import { PriceListInfo } from './prices.ts';
import { Timestamp } from './record.ts';

/** The state of the store, as far as it is known without a query. */
export const StoreHealth = z.object({
  state: z
    .enum(['up', 'starting', 'silent', 'behind', 'refused'])
    .describe(
      '`starting`: its tables are not there yet; `silent`: it does not answer; `behind`: it answers, and what waits has waited for over a minute; `refused`: nothing is written to it, for the `reason`',
    ),
  silentSeconds: z.number().describe('How long it has not answered; 0 while it does'),
  reason: z.string().nullable().describe('Why nothing is written to it'),
});
export type StoreHealth = z.infer<typeof StoreHealth>;

/** The server's periodic jobs. */
export const JOBS = {
  migration: 'Updating the tables of the store',
  drain: 'Storing interactions',
  'late-parts': 'Joining late parts',
  rejections: 'Trimming rejections',
  projections: 'Adding projections',
  sorting: 'Sorting texts for search',
  retention: 'Retention',
  'known-ids': 'Loading known ids',
  engine: 'Running the embedded engine',
  'engine-watch': 'Watching the embedded engine',
  journal: 'Writing the journal',
  metadata: 'Reading keys and settings',
  logins: 'Removing ended sign-ins',
  'key-uses': 'Writing the last uses of keys',
  nodes: 'Telling other nodes',
  backup: 'Looking up the newest backup',
  'store-size': 'Looking up the size of the store',
  pulse: 'Asking whether the store is there',
  figures: 'Reading figures',
  monitors: 'Judging monitors',
  reports: 'Making reports',
  tail: 'Live tail',
  traces: 'Sending traces',
  mail: 'Sending mail',
  notifications: 'Sending notifications',
  outbox: 'Counting messages that wait',
  'old-deliveries': 'Removing old deliveries',
} as const;
export type JobName = keyof typeof JOBS;

const JOB_NAMES = Object.keys(JOBS) as [JobName, ...JobName[]];

/** A job whose last run failed; it is retried automatically. */
export const FailingJob = z.object({
  name: z.enum(JOB_NAMES),
  title: z.string().describe('What it does, for people'),
  since: Timestamp.describe('When it failed for the first time in a row'),
  failures: z.int().describe('How often it has failed in a row'),
  lastError: z.string().describe('What the last of them said, without passwords, keys and texts'),
});
export type FailingJob = z.infer<typeof FailingJob>;

/** Whether payloads can be accepted and stored, and what else fails. */
export const Ready = z.object({
  status: z.literal('ok'),
  jobs: z.array(FailingJob).describe('Background jobs that fail at the moment; most of the time none'),
});

/** The server's state for everyone who is signed in. */
export const Status = z.object({
  store: StoreHealth,
  journal: z.object({
    waiting: z.int().describe('Payloads that wait for the store'),
    oldestSeconds: z.number().describe('How long the oldest of them has waited; 0 when none does'),
    refusing: z.string().nullable().describe('Why payloads are refused; null while they are taken'),
  }),
});
export type Status = z.infer<typeof Status>;

/** The server's state for its operators. */
export const System = z.object({
  version: z.string(),
  startedAt: Timestamp,
  node: z.string().describe("Names this server's journal"),
  unavailable: z
    .array(z.enum(['store.size', 'journal.damaged', 'disk.freeBytes']))
    .describe('What could not be asked just now: it is what was last known, or null'),
  store: StoreHealth.extend({
    kind: z.enum(['embedded', 'remote']),
    restarts: z
      .object({
        count: z.int().describe('Since the server started'),
        last: z
          .object({ at: Timestamp, reason: z.string().describe('How it ended: a signal or an exit code') })
          .nullable(),
      })
      .nullable()
      .describe(
        'How often the embedded engine ended and was started again; null where it is a server elsewhere',
      ),
    layout: z
      .object({
        kind: z.enum(['single', 'shards', 'cluster', 'replicated-database']),
        shards: z.int().describe('When the tables were made'),
        shardsChanged: z
          .boolean()
          .describe('Whether there is another number of them now: then questions about sessions take longer'),
      })
      .nullable()
      .describe('How the tables lie in ClickHouse; null until the store has answered once'),
    size: z
      .object({
        version: z.string().describe('Of the engine'),
        rows: z.int().describe('Interactions'),
        bytesOnDisk: z.int(),
        rawBytes: z.int().describe('The same before compression'),
      })
      .nullable()
      .describe('As last known; null before it was known once'),
    sorting: z
      .object({
        done: z.int().describe('Interactions that search can tell by who said what'),
        total: z.int().describe('Interactions with texts'),
      })
      .nullable()
      .describe(
        'How far texts of earlier versions are sorted by who said them, in the background; null when all are. Until then, a search looks at the whole texts of the others',
      ),
  }),
  jobs: z
    .array(FailingJob)
    .describe('Background jobs that fail at the moment, those that have longest first'),
  nodes: z
    .array(
      z.object({
        name: z.string().describe('Names its journal'),
        version: z.string(),
        startedAt: Timestamp,
        seenAt: Timestamp.describe('When it was last heard of'),
        up: z.boolean().describe('Whether that was a moment ago'),
        waiting: z.int().describe('Payloads that waited for the store then'),
        lagSeconds: z.number().describe('How long the oldest of them had waited'),
      }),
    )
    .describe('All servers on the same metadata, this one included'),
  metadata: z.enum(['sqlite', 'postgres']),
  backup: z
    .object({ finishedAt: Timestamp, interactions: z.int(), bytes: z.int() })
    .nullable()
    .describe('The newest one that "parley backup" has made; null when there is none'),
  journal: z.object({
    bytes: z.int().describe('Wait for the store'),
    waiting: z.int().describe('Payloads that wait for the store'),
    oldestSeconds: z.number().describe('How long the oldest of them has waited; 0 when none does'),
    damaged: z.int().nullable().describe('Payloads that were acknowledged and could not be read back, ever'),
    unattributed: z
      .int()
      .nullable()
      .describe('Of those, how many nobody can tell the application of: they are in no ledger'),
  }),
  throughput: z
    .object({ receivedPerSecond: z.number(), storedPerSecond: z.number() })
    .describe('Over the last ten seconds'),
  lastHour: z
    .array(
      z.object({
        at: Timestamp.describe('When the minute began'),
        received: z.int(),
        stored: z.int(),
        lagSeconds: z.number().describe('How long the oldest payload had waited, at most'),
      }),
    )
    .describe('By the minute, since the server started; the last one is not over yet'),
  disk: z.object({
    freeBytes: z.int().nullable().describe("On the journal's disk; null when it does not say"),
  }),
  memoryBytes: z.int().describe('Resident memory of the server process'),
  priceList: PriceListInfo,
});
export type System = z.infer<typeof System>;

/** The client library that the server offers for download. */
export const Sdk = z.object({
  name: z.string(),
  version: z.string(),
  path: z.string().describe('Where it is on this server: what to install, behind its address'),
  integrity: z.string().describe('As a lock file of npm has it'),
  bytes: z.int(),
});
export type Sdk = z.infer<typeof Sdk>;
