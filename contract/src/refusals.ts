/** Requests that were refused before their application was known. */
import { z } from 'zod';
import { Timestamp } from './record.ts';

export const REFUSAL_REASONS = [
  'missing',
  'unknown',
  'revoked',
  'expired',
  'archived',
  'wrong_app_key',
  'swapped',
  'unreadable',
] as const;

export const RefusedRequest = z.object({
  appId: z.string().describe('Whose key is in it'),
  at: Timestamp.describe('When it came last'),
  count: z.int().describe('How often the same came from there lately'),
  reason: z
    .enum(REFUSAL_REASONS)
    .describe(
      'What is wrong with the keys; `archived`: they were right, and the application takes nothing; `unreadable`: it is no JSON, too large, or sent as something else',
    ),
  message: z.string().describe('What is wrong and what to do about it'),
  keyEnding: z.string().nullable().describe('The last four characters of the API key, never more'),
  path: z.string().describe('Where it was sent'),
  address: z
    .string()
    .nullable()
    .describe('Where it came from; null when a proxy that is not trusted hides it'),
  userAgent: z.string().nullable(),
});
export type RefusedRequest = z.infer<typeof RefusedRequest>;

export const ListRefusalsQuery = z.object({ app: z.string().optional() }).strict();
export const RefusalList = z.object({ data: z.array(RefusedRequest) });
