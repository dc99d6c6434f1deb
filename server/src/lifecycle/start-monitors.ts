import { othersHaveDrained } from '../cluster/nodes.ts';
import { tryWithLease } from '../cluster/with-lease.ts';
import type { Journal } from '../journal/journal.ts';
import { comparePositions } from '../journal/segments.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { ServerStatus } from '../monitoring/server-status.ts';
import { hasDue } from '../monitors/due-monitors.ts';
import { evaluateRound, type RoundSources } from '../monitors/evaluate-round.ts';
import { Watermark } from '../monitors/watermark.ts';
import type { Reading } from '../reading/reading.ts';
import { hasDueReports, sendReports } from '../reports/send-reports.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { RunningMetadata } from './start-metadata.ts';

const LEASE = 'monitors';
const REPORTS_LEASE = 'reports';
/** Monitors have their own turn at the reading threads, beside people and tokens. */
const ASKER = 'monitors';
/** How often due monitors are looked for. The shortest window is judged every minute. */
const ROUND_MS = 5000;
/** Nobody waits for a report to the minute. */
const REPORTS_MS = 30_000;
/**
 * A node that was silent for so long does not hold up monitors: another one has taken over what its senders send, and
 * what waits in its journal arrives late.
 */
const SILENT_MS = 45_000;

type Options = {
  metadata: RunningMetadata;
  journal: Journal;
  reading: Reading;
  metrics: Metrics;
  status: ServerStatus;
  /** The address of the console. */
  baseUrl: () => string;
};

/** Judges monitors and makes reports, on one node at a time. */
export function startMonitors(
  lifecycle: Lifecycle,
  { metadata, journal, reading, metrics, status, baseUrl }: Options,
): void {
  const { db, node } = metadata;
  const watermark = new Watermark({
    end: () => journal.end,
    hasDrained: (position) => comparePositions(journal.drained, position) >= 0,
    othersHaveDrained: (agoMs) => othersHaveDrained(db, node, agoMs, SILENT_MS),
    now: Date.now,
  });
  const sources: RoundSources = {
    ...{ db, baseUrl, now: Date.now },
    known: () => watermark.look(),
    isStopping: () => lifecycle.stopping,
    ask: (app, body) => reading.lookUp(ASKER, 'figures', { apps: [app], body }),
    storeAway() {
      const { state, reason } = status.storeHealth();
      return state === 'up' || state === 'behind' ? null : (reason ?? `The store is ${state}.`);
    },
    onJudged: (judged) => metrics.judged(judged),
  };
  lifecycle.every(ROUND_MS, 'monitors', async () => {
    // A server without monitors writes nothing.
    if (await hasDue(db, Date.now())) await tryWithLease(db, LEASE, node, () => evaluateRound(sources));
  });
  lifecycle.every(REPORTS_MS, 'reports', async () => {
    if (sources.storeAway() !== null || !(await hasDueReports(db, Date.now()))) return;
    await tryWithLease(db, REPORTS_LEASE, node, async () => sendReports(sources, await sources.known()));
  });
}
