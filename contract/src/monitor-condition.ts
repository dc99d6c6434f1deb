/** When a monitor is violated. */
import { z } from 'zod';

export const MonitorCondition = z.union(
  [
    z.object({ above: z.number() }).strict(),
    z.object({ below: z.number() }).strict(),
    z
      .object({
        changedBy: z
          .number()
          .min(-1)
          .max(1000)
          .refine((share) => share !== 0, { message: 'Not 0' })
          .describe('A share: 0.5 for a rise by half, -0.5 for a fall by half'),
        against: z
          .enum(['previous', 'weekBefore'])
          .describe('The window before, or the same time a week earlier'),
      })
      .strict(),
  ],
  { error: 'A condition is `above`, `below`, or `changedBy` with `against`' },
);
export type MonitorCondition = z.infer<typeof MonitorCondition>;
