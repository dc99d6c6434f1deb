/** Dependencies of the routes besides ingest, for a server in the same process. */
import { pino } from 'pino';
import { Uploads } from '../../src/http/raw/uploads.ts';
import { RefusedRequests } from '../../src/http/refusals/refused-requests.ts';
import { Metrics } from '../../src/monitoring/metrics.ts';

export function routeParts({ maxBytes, uploadBytes }: { maxBytes: number; uploadBytes: number }) {
  const nothing = () => 0;
  return {
    metrics: new Metrics({
      journalBytes: nothing,
      journalMax: nothing,
      journalAge: nothing,
      waiting: nothing,
      diskFree: nothing,
    }),
    limits: { maxBytes, uploads: new Uploads({ bytes: uploadBytes }), addressOf: () => 'somewhere' },
    guessing: { wrongKeys: () => {}, refuse: () => {} },
    log: pino({ level: 'silent' }),
    refusals: new RefusedRequests(0),
  };
}
