/** Several reads in one request: a page asks once, and shows each answer as soon as it is there. */
import { z } from 'zod';
import { ErrorBody } from './error-body.ts';

/** Routes that can be read together, by name. */
export const READS = [
  'query',
  'listInteractions',
  'listSessions',
  'listUsers',
  'listLabels',
  'listScoreNames',
] as const;
export type ReadName = (typeof READS)[number];

/** A page of the console asks for a dozen. */
export const MAX_READS = 24;

const Key = z.string().min(1).max(64).describe('Names the line of the answer');

export const ReadsBody = z
  .object({
    reads: z
      .array(
        z
          .object({
            key: Key,
            read: z.enum(READS).describe('The operation, by its id'),
            input: z
              .record(z.string(), z.unknown())
              .default({})
              .describe('Its body (`query`), or the parameters of its query string'),
          })
          .strict(),
      )
      .min(1)
      .max(MAX_READS)
      .refine((reads) => new Set(reads.map(({ key }) => key)).size === reads.length, 'Each key once'),
  })
  .strict();
export type ReadsBody = z.output<typeof ReadsBody>;

/** A line of the answer. Reads that fail do so for themselves. */
export const ReadLine = z.union([
  z.object({ key: z.string(), answer: z.unknown() }),
  z.object({
    key: z.string(),
    status: z.int().describe('The HTTP status that its own route would have'),
    error: ErrorBody,
  }),
]);
export type ReadLine = z.infer<typeof ReadLine>;
