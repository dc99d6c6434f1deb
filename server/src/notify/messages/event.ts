/** What messages are about. The body of a webhook is the event itself; other channels get words made from it. */
import { MonitorEvent, ReportEvent } from '@parley/contract';
import { z } from 'zod';

export const TestEvent = z.object({
  type: z.literal('channel.test'),
  timestamp: z.string(),
  data: z.object({
    channel: z.object({ id: z.string(), name: z.string() }),
    app: z.object({ id: z.string(), name: z.string() }),
  }),
});
export type TestEvent = z.infer<typeof TestEvent>;

export type MonitorOrTest = MonitorEvent | TestEvent;

export const NotifiedEvent = z.discriminatedUnion('type', [MonitorEvent, TestEvent, ReportEvent]);
export type NotifiedEvent = z.infer<typeof NotifiedEvent>;
