import type { Reading } from '../../reading/reading.ts';
import type { Bind } from '../bind.ts';

export function traceRoute(bind: Bind, { reading }: { reading: Reading }): void {
  bind('getTrace', ({ asker, params: { traceId }, gone }) =>
    reading.query(asker.key, 'getTrace', asker.apps, traceId.toLowerCase(), gone),
  );
}
