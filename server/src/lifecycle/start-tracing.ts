import type { Config } from '../config.ts';
import { Tracer } from '../monitoring/tracing.ts';
import type { Lifecycle } from './lifecycle.ts';

const SEND_EVERY_MS = 5000;

type Options = { config: Config; node: string };

/** Null unless somebody wants traces. */
export function startTracing(lifecycle: Lifecycle, { config, node }: Options): Tracer | null {
  if (config.traces === null) return null;
  const tracer = new Tracer({ ...config.traces, node });
  // What is left when the server stops is lost with a collector that is away.
  lifecycle.add(tracer, (it) => it.send().catch(() => {}));
  lifecycle.every(SEND_EVERY_MS, 'traces', () => tracer.send());
  return tracer;
}
