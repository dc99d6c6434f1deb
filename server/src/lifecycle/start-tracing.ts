import type { Config } from '../config.ts';
import { Tracer } from '../monitoring/tracing.ts';
import type { Lifecycle } from './lifecycle.ts';

const SEND_EVERY_MS = 5000;

type Options = { config: Config; node: string };

/** Null unless traces are configured. */
export function startTracing(lifecycle: Lifecycle, { config, node }: Options): Tracer | null {
  if (config.traces === null) return null;
  const tracer = new Tracer({ ...config.traces, node });
  // Spans that cannot be sent while stopping are lost.
  lifecycle.add(tracer, (it) => it.send().catch(() => {}));
  lifecycle.every(SEND_EVERY_MS, 'traces', () => tracer.send());
  return tracer;
}
