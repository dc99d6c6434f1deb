import type { Session } from '@parley/contract';
import { count } from '../../lib/format.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

type Props = { session: Pick<Session, 'state' | 'interactions' | 'errors' | 'truncated' | 'blocked'> };

const KINDS: readonly [name: 'errors' | 'truncated' | 'blocked', word: string, tone: Tone][] = [
  ['errors', 'Failed', 'bad'],
  ['truncated', 'Truncated', 'warn'],
  ['blocked', 'Blocked', 'warn'],
];

/** Whether a session is active, and how many of its turns failed. */
export function SessionBadges({ session }: Props) {
  const wrong = KINDS.filter(([name]) => session[name] > 0);
  return (
    <>
      {session.state === 'current' ? <Badge tone="good">Active</Badge> : null}
      {wrong.map(([name, word, tone]) => (
        <Badge key={name} tone={tone}>
          {session.interactions === 1 ? word : `${count(session[name])} ${word.toLowerCase()}`}
        </Badge>
      ))}
    </>
  );
}

/** The session id of the application. */
export function SessionName({ name }: { name: string }) {
  return (
    <span
      dir="auto"
      title={name}
      className="inline-block max-w-40 shrink-0 truncate rounded-sm border border-line px-1.5 align-bottom font-mono text-xs text-ink-2"
    >
      {name}
    </span>
  );
}
