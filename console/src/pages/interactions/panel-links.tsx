import type { Interaction } from '@parley/contract';
import type { ReactNode } from 'react';
import { LabelLink } from '../../conversation/label-link.tsx';
import { SessionLink } from '../../conversation/session-link.tsx';
import { TraceLink } from '../../conversation/trace-link.tsx';
import { count } from '../../lib/format.ts';
import { fullName } from '../../lib/user-name.ts';
import { UserLink } from '../../ui/user-name.tsx';
import { useTurn } from './use-turn.ts';

const LINK = 'wrap-anywhere text-accent underline';
/** Length of a shortened trace id. */
const TRACE_LENGTH = 8;

/** Links to the session, user, trace and labels of an interaction. */
export function PanelLinks({ interaction }: { interaction: Interaction }) {
  const { appId, session, user, trace, labels } = interaction;
  const turn = useTurn(interaction);
  const entries = Object.entries(labels);
  if (session === null && !user?.key && trace === null && entries.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <dl className="flex flex-wrap gap-x-4 gap-y-1">
        {session === null ? null : (
          <Place name="Session">
            <SessionLink interaction={interaction} session={session} className={LINK} />
            {turn ? (
              <span className="tabular text-ink-2">
                {' '}
                turn {count(turn.turn)} of {count(turn.turns)}
              </span>
            ) : null}
          </Place>
        )}
        {user?.key ? (
          <Place name="User">
            <UserLink userKey={user.key} known={fullName(user)} className={LINK} />
          </Place>
        ) : null}
        {trace === null ? null : (
          <Place name="Trace">
            <TraceLink interaction={interaction}>
              <span className="font-mono">
                {trace.traceId.length > TRACE_LENGTH
                  ? `${trace.traceId.slice(0, TRACE_LENGTH)}…`
                  : trace.traceId}
              </span>
            </TraceLink>
          </Place>
        )}
      </dl>
      {entries.length === 0 ? null : (
        <ul aria-label="Labels of the interaction" className="flex flex-wrap gap-1.5">
          {entries.map(([name, value]) => (
            <li key={name} className="min-w-0">
              <LabelLink
                appId={appId}
                name={name}
                value={value}
                className="inline-flex max-w-full gap-1 rounded-md border border-line px-1.5 py-px hover:bg-sunken"
              >
                <span className="shrink-0 text-ink-2">{name}</span>{' '}
                <span dir="auto" className="min-w-0 truncate">
                  {value}
                </span>
              </LabelLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Place({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
