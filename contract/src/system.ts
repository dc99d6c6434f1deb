import { z } from 'zod';
import { Timestamp } from './record.ts';

/** How the server is doing, for whoever runs it. */
export const System = z.object({
  version: z.string(),
  startedAt: Timestamp,
  node: z.string().describe("Names this server's journal"),
  store: z.object({
    kind: z.enum(['embedded', 'remote']),
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
    /** Null when the store does not answer. */
    size: z
      .object({
        version: z.string().describe('Of the engine'),
        rows: z.int().describe('Interactions'),
        bytesOnDisk: z.int(),
        rawBytes: z.int().describe('The same before compression'),
      })
      .nullable()
      .describe('Null when the store does not answer'),
  }),
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
    damaged: z.int().describe('Payloads that were acknowledged and could not be read back, ever'),
    unattributed: z
      .int()
      .describe('Of those, how many nobody can tell the application of: they are in no ledger'),
  }),
  throughput: z
    .object({ receivedPerSecond: z.number(), storedPerSecond: z.number() })
    .describe('Over the last ten seconds'),
  memoryBytes: z.int().describe('Resident memory of the server process'),
});
export type System = z.infer<typeof System>;
