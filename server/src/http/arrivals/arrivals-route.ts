/** `GET /v1/arrivals`: the ways in which interactions arrive, for people who connect an application. */
import type { Arrivals } from '../../ingest/arrivals.ts';
import type { Bind } from '../bind.ts';

export type ArrivalSources = { ingest: { arrivals: Arrivals } };

export function arrivalsRoute(bind: Bind, { ingest }: ArrivalSources): void {
  bind('listArrivals', async ({ asker }) => ({
    data: ingest.arrivals.list(asker.apps),
    now: new Date().toISOString(),
  }));
}
