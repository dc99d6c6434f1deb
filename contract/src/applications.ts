/** The settings of an application and their allowed values. */
import { z } from 'zod';
import { TrimmedText } from './text.ts';
import { TimeZone } from './time-zone.ts';

/** A hundred years. For ever is null. */
const MAX_DAYS = 36_500;
/** Ten years, the same as in payloads. */
const MAX_TIMEOUT_MINUTES = 5_256_000;

const days = z.int().min(1).max(MAX_DAYS).nullable();

const Settings = z
  .object({
    name: TrimmedText.min(1).max(100),
    timeZone: TimeZone.describe('What a day is for whoever looks at the application'),
    rateLimit: z
      .number()
      .positive()
      .max(1_000_000)
      .nullable()
      .describe('Payloads per second; null is no limit'),
    sessionTimeout: z
      .number()
      .positive()
      .max(MAX_TIMEOUT_MINUTES)
      .describe('Minutes, for payloads that name none'),
    retentionDays: days.describe('Records that are older are removed; null keeps them for ever'),
    bodyRetentionDays: days.describe(
      'Requests, responses and texts that are older are removed, numbers stay; null keeps them with their records',
    ),
    storeBodies: z.boolean().describe('False keeps numbers only: no requests, responses and texts'),
    keepVectors: z
      .boolean()
      .describe('Whether the vectors of embeddings are kept, or only their number and length'),
  })
  .strict();

type Retention = { retentionDays?: number | null | undefined; bodyRetentionDays?: number | null | undefined };

const bodiesEndFirst = {
  path: ['bodyRetentionDays'],
  message: 'A body cannot be kept for longer than its record: at most as many days as retentionDays',
};

/** Bodies are part of the record, so they cannot be kept for longer. */
function bodiesDoEndFirst({ retentionDays, bodyRetentionDays }: Retention): boolean {
  return bodyRetentionDays == null || retentionDays == null || bodyRetentionDays <= retentionDays;
}

export const ApplicationSettings = Settings.refine(bodiesDoEndFirst, bodiesEndFirst);
export type ApplicationSettings = z.infer<typeof ApplicationSettings>;

/** At least one setting; absent ones stay unchanged. */
export const ApplicationSettingsChanges = Settings.partial()
  .refine((changes) => Object.keys(changes).length > 0, 'Change at least one setting')
  .refine(bodiesDoEndFirst, bodiesEndFirst);
export type ApplicationSettingsChanges = z.infer<typeof ApplicationSettingsChanges>;
