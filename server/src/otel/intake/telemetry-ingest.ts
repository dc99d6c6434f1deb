import type { ScoreIngest } from '../../ingest/take-scores.ts';
import type { RecentCalls } from './recent-calls.ts';
import type { TelemetryParser } from './telemetry-parser.ts';

/** What `/track` needs to accept payloads, and what telemetry needs besides. */
export type TelemetryIngest = ScoreIngest & { telemetryParser: TelemetryParser; recentCalls: RecentCalls };
