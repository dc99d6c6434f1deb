import type { Config } from '../config.ts';
import { Tracer } from '../tracing.ts';
import type { Parts } from './parts.ts';

const SEND_EVERY_MS = 5000;

type Options = { config: Config; node: string };

/** Null unless somebody wants traces. */
export function startTracing(parts: Parts, { config, node }: Options): Tracer | null {
  if (config.traces === null) return null;
  const tracer = new Tracer({ ...config.traces, node });
  // What is left when the server stops is lost with a collector that is away.
  parts.add(tracer, (it) => it.send().catch(() => {}));
  parts.every(SEND_EVERY_MS, 'traces', () => tracer.send());
  return tracer;
}
