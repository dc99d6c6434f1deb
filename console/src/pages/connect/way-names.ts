import type { Arrival } from '@parley/contract';
import { formatName } from '../../lib/upstream-names.ts';

/** How interactions arrive, in words. */
export function wayName({ way, format }: Pick<Arrival, 'way' | 'format'>): string {
  if (way === 'otel') return formatName(format);
  return `${formatName(format)} ${way === 'sdk' ? 'through the SDK' : 'over HTTP'}`;
}
