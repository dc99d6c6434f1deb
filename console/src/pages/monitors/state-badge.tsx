import type { Monitor } from '@parley/contract';
import { Badge, type Tone } from '../../ui/badge.tsx';

const STATES: Record<Monitor['state'], [name: string, tone: Tone]> = {
  ok: ['OK', 'good'],
  pending: ['Pending', 'warn'],
  firing: ['Firing', 'bad'],
  recovering: ['Recovering', 'warn'],
  noData: ['No data', 'neutral'],
  failing: ['Failing', 'warn'],
};

export function stateName(state: Monitor['state']): string {
  return STATES[state][0];
}

export function StateBadge({ state }: { state: Monitor['state'] }) {
  const [name, tone] = STATES[state];
  return <Badge tone={tone}>{name}</Badge>;
}

/** The state of a monitor as a whole: one that is switched off or muted says so. */
export function MonitorBadges({ monitor }: { monitor: Pick<Monitor, 'state' | 'enabled' | 'mutedUntil'> }) {
  const { state, enabled, mutedUntil } = monitor;
  if (!enabled) return <Badge>Off</Badge>;
  return (
    <span className="inline-flex gap-1.5">
      <StateBadge state={state} />
      {mutedUntil !== null && Date.parse(mutedUntil) > Date.now() ? <Badge>Muted</Badge> : null}
    </span>
  );
}
