import type { Ingest } from '../../ingest/track.ts';
import type { RecentCalls } from './recent-calls.ts';
import type { TelemetryParser } from './telemetry-parser.ts';

/** What `/track` needs to accept payloads, and what telemetry needs besides. */
export type TelemetryIngest = Ingest & { telemetryParser: TelemetryParser; recentCalls: RecentCalls };
