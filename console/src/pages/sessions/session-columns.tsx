import type { ListedSession, ScoreUse, SessionHit } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { SnippetText } from '../../conversation/snippet-text.tsx';
import { count, duration, milliseconds, NONE } from '../../lib/format.ts';
import { measured } from '../../scores/score-names.ts';
import { ScoreSummary } from '../../scores/score-summary.tsx';
import { meanText } from '../../scores/score-text.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { UserLink } from '../../ui/user-name.tsx';
import { near } from '../interactions/row.ts';
import { usageColumns } from '../usage-columns.tsx';
import { SessionBadges, SessionName } from './session-badges.tsx';
import { SessionLabels } from './session-labels.tsx';
import type { SessionsSearch } from './sessions-query.ts';
import { turnId } from './use-named-turn.ts';

/** Labels in a row of the list. */
const MAX_LABELS = 3;

/** `search` is that of the list. */
export function sessionColumns(
  rows: readonly ListedSession[],
  timeZone: string,
  search: SessionsSearch = {},
  names: readonly ScoreUse[] = [],
): Column<ListedSession>[] {
  return [
    {
      name: 'session',
      head: 'Session',
      grow: true,
      cell: (session) => <Recognised session={session} search={search} />,
    },
    {
      name: 'users',
      head: 'User',
      wide: true,
      cell: ({ users }) =>
        users.length === 0 ? (
          <span className="text-ink-3">{NONE}</span>
        ) : (
          users.map((key) => (
            <UserLink
              key={key}
              userKey={key}
              className="mr-2 inline-block max-w-40 truncate align-bottom hover:underline"
            />
          ))
        ),
    },
    {
      name: 'interactions',
      head: 'Turns',
      figure: true,
      wide: true,
      orderBy: 'interactions',
      cell: ({ interactions }) => count(interactions),
    },
    {
      name: 'errors',
      head: 'Failed',
      figure: true,
      wide: true,
      orderBy: 'errors',
      cell: ({ errors }) => (errors === 0 ? NONE : count(errors)),
    },
    {
      name: 'slowest',
      head: 'Slowest',
      hint: 'The latency of its slowest turn',
      figure: true,
      wide: true,
      orderBy: 'slowestMs',
      cell: ({ slowestMs }) => milliseconds(slowestMs),
    },
    ...(rows.some(({ scores = [], meanScore }) => scores.length > 0 || typeof meanScore === 'number')
      ? [scoresColumn(search, names)]
      : []),
    ...usageColumns(rows),
    {
      name: 'duration',
      head: 'Duration',
      figure: true,
      wide: 'large',
      // A single turn has no duration.
      cell: ({ interactions, startedAt, lastAt }) =>
        interactions === 1 ? NONE : duration(Date.parse(lastAt) - Date.parse(startedAt)),
    },
    {
      name: 'lastAt',
      head: 'Last active',
      figure: true,
      orderBy: 'lastAt',
      cell: ({ lastAt }) => <Time at={lastAt} timeZone={timeZone} />,
    },
  ];
}

/** Scores of the session itself; sorted by a score, the mean of those of its turns as well. */
function scoresColumn({ orderBy }: SessionsSearch, names: readonly ScoreUse[]): Column<ListedSession> {
  const sorted = measured(names).find(({ name }) => orderBy === `score.${name}`);
  const first = sorted ?? measured(names)[0];
  return {
    name: 'scores',
    head: 'Scores',
    hint: sorted
      ? `The mean of ${sorted.name} in the session and its turns; the scores of the session`
      : 'Scores of the session',
    wide: true,
    ...(first ? { orderBy: `score.${first.name}` } : {}),
    cell: ({ appId, session, scores = [], meanScore }) => (
      <span className="flex max-w-40 items-center gap-2">
        {typeof meanScore === 'number' ? (
          <span className="tabular font-medium">{meanText(sorted?.kind ?? 'number', meanScore)}</span>
        ) : null}
        <ScoreSummary
          target={{ appId, type: 'session', id: session }}
          scores={scores}
          empty={typeof meanScore === 'number' ? '' : NONE}
        />
      </span>
    ),
  };
}

/** The first question and the last answer, or what a search found; the session id if no texts are stored. */
function Recognised({ session, search }: { session: ListedSession; search: SessionsSearch }) {
  const { appId, id, title, lastAnswer, hit } = session;
  return (
    <div className="flex min-w-0 flex-col gap-0.5 py-2">
      <div className="flex min-w-0 items-center gap-2">
        <Link
          to="/apps/$appId/sessions/$sessionId"
          params={{ appId, sessionId: id }}
          search={search}
          {...(hit ? { hash: turnId(hit.turn) } : {})}
          data-row
          dir="auto"
          className="min-w-0 truncate font-medium hover:underline"
        >
          {title ?? session.session}
        </Link>
        <span className="flex shrink-0 gap-1">
          <SessionBadges session={session} />
        </span>
      </div>
      <div className="flex min-w-0 items-center gap-2 text-sm text-ink-3">
        {title === null ? null : <SessionName name={session.session} />}
        {hit ? (
          <Hit hit={hit} />
        ) : (
          <span dir="auto" className="min-w-0 truncate">
            {lastAnswer ?? (title === null ? null : 'No answer')}
          </span>
        )}
      </div>
      {Object.keys(session.labels).length === 0 ? null : (
        <SessionLabels session={session} search={search} most={MAX_LABELS} />
      )}
    </div>
  );
}

/** The turn in which a search found its words first, and what it found. */
function Hit({ hit: { turn, interactions, highlights } }: { hit: SessionHit }) {
  const { input, output } = highlights;
  const found = input ? near(input, 'user') : output ? near(output, 'assistant') : null;
  return (
    <>
      <span className="shrink-0">Turn {count(turn)}</span>
      {found ? (
        <span dir="auto" className="min-w-0 truncate text-ink-2">
          <SnippetText snippet={found} />
        </span>
      ) : null}
      {interactions > 1 ? <span className="shrink-0">{count(interactions)} turns</span> : null}
    </>
  );
}
