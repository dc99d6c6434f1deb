import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { Tracer } from '../tracing.ts';
import type { Parts } from './parts.ts';

const SEND_EVERY_MS = 5000;

type Options = { config: Config; log: Logger; node: string };

/** Null unless somebody wants traces. */
export function startTracing(parts: Parts, { config, log, node }: Options): Tracer | null {
  if (config.traces === null) return null;
  let isFailing = false;
  const tracer = new Tracer({
    ...config.traces,
    node,
    onFailure(error) {
      if (!isFailing) log.warn({ err: error }, 'traces cannot be sent; trying on');
      isFailing = true;
    },
  });
  parts.add(tracer, (it) => it.send());
  parts.every(SEND_EVERY_MS, 'traces cannot be sent', () => tracer.send());
  return tracer;
}
