/** What messages are about. The body of a webhook is the event itself; other channels get words made from it. */
import { z } from 'zod';

const App = z.object({ id: z.string(), name: z.string() });

export const MonitorEvent = z.object({
  type: z.enum(['monitor.firing', 'monitor.recovered']),
  timestamp: z.string(),
  data: z.object({
    monitor: z.object({ id: z.string(), name: z.string(), url: z.string() }),
    app: App,
    /** The value of the dimension that the monitor groups by. */
    group: z.string().nullable(),
    state: z.string(),
    /** The share of a budget that was reached. */
    step: z.number().nullable(),
    measure: z.string(),
    value: z.number().nullable(),
    threshold: z.number(),
    window: z.object({ from: z.string(), to: z.string() }),
    forecast: z.number().nullable().optional(),
  }),
});
export type MonitorEvent = z.infer<typeof MonitorEvent>;

export const TestEvent = z.object({
  type: z.literal('channel.test'),
  timestamp: z.string(),
  data: z.object({ channel: z.object({ id: z.string(), name: z.string() }), app: App }),
});
export type TestEvent = z.infer<typeof TestEvent>;

export const NotifiedEvent = z.discriminatedUnion('type', [MonitorEvent, TestEvent]);
export type NotifiedEvent = z.infer<typeof NotifiedEvent>;
