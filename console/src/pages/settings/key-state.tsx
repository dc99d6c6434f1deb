import { timeZoneOf } from '../../state/view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Time } from '../../ui/time.tsx';

/** Stacked on a phone. */
const BESIDE = 'inline-flex flex-col items-start py-1 whitespace-nowrap sm:flex-row sm:items-center sm:gap-2';

export type Credential = { expiresAt: string | null; revokedAt: string | null };

export function isOver({ expiresAt, revokedAt }: Credential, now = Date.now()): boolean {
  return revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= now);
}

/** The state of a key or token, and its expiry. */
export function KeyState({ of }: { of: Credential }) {
  const timeZone = timeZoneOf({});
  if (of.revokedAt !== null) {
    return (
      <span className={BESIDE}>
        <Badge tone="bad">Revoked</Badge>
        <span className="text-sm text-ink-3">
          <Time at={of.revokedAt} timeZone={timeZone} />
        </span>
      </span>
    );
  }
  if (of.expiresAt === null) return <Badge tone="good">Active</Badge>;
  const over = isOver(of);
  return (
    <span className={BESIDE}>
      <Badge tone={over ? 'neutral' : 'warn'}>{over ? 'Expired' : 'Expires'}</Badge>
      <span className="text-sm text-ink-3">
        <Time at={of.expiresAt} timeZone={timeZone} relative />
      </span>
    </span>
  );
}
