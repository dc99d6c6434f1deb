/** The ways in which interactions arrive, as far as one server has seen them. */
import { z } from 'zod';
import { RECORDED_FORMATS } from './formats.ts';
import { Timestamp } from './record.ts';

export const ARRIVAL_WAYS = ['sdk', 'http', 'otel'] as const;

export const Arrival = z.object({
  appId: z.string(),
  way: z
    .enum(ARRIVAL_WAYS)
    .describe('`sdk`: the client library; `http`: any other client of `/track`; `otel`: an exporter'),
  format: z.enum(RECORDED_FORMATS),
  firstAt: Timestamp.describe('When this server first got one, since its start'),
  lastAt: Timestamp,
  count: z.int().positive().describe('Interactions since the start, without duplicates'),
  firstId: z.uuid().describe('The first of these interactions'),
});
export type Arrival = z.infer<typeof Arrival>;

export const ListArrivalsQuery = z.object({ app: z.string().optional() }).strict();
export const ArrivalList = z.object({
  data: z.array(Arrival),
  now: Timestamp.describe('The time of the server'),
});
