import type { Cause, CausePart, Explanation } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { compact } from '../../lib/format.ts';
import { useUserNames } from '../../state/user-names.ts';
import type { View } from '../../state/view.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { changeText, EXPLAINED, shareText } from './explained.ts';
import { partName, partText } from './part-name.ts';
import { ShareBar } from './share-bar.tsx';
import type { Comparison } from './what-changed-search.ts';

type Props = { appId: string; view: View; found: Explanation; compare: Comparison };

/** The causes, the biggest first; each leads to its interactions, and to what changed within it. */
export function Causes({ appId, view, found, compare }: Props) {
  const { causes, others, measure } = found;
  const users = causes.flatMap(({ parts, same }) => [...parts, ...same]).filter(isUser);
  const nameOf = useUserNames(users.flatMap(({ value }) => value ?? []));
  if (causes.length === 0) return null;
  const { behind, orderBy } = EXPLAINED[measure];
  const within = (cause: Cause): View => ({ ...view, ...cause.filters });
  return (
    <Card title="Causes" aside={<span className="text-sm text-ink-3">Share of the change</span>} flush>
      <ol aria-label="Causes" className="pb-1">
        {causes.map((cause) => (
          <li
            key={JSON.stringify(cause.parts)}
            className="relative flex flex-col gap-1.5 border-t border-line px-4 py-3 first:border-t-0 focus-within:bg-sunken hover:bg-sunken"
          >
            <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
              <Link
                to="/apps/$appId/interactions"
                params={{ appId }}
                search={{
                  ...within(cause),
                  ...behind?.(found.threshold),
                  ...(orderBy ? { orderBy } : {}),
                }}
                title="List its interactions"
                className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0"
              >
                {cause.parts.length === 0
                  ? EXPLAINED[measure].kind === 'bars'
                    ? 'Across the board'
                    : 'No single cause'
                  : cause.parts.map((part, i) => (
                      <span key={part.dimension}>
                        {i > 0 ? <span className="font-normal text-ink-3"> with </span> : null}
                        <PartName part={part} nameOf={nameOf} />
                      </span>
                    ))}
              </Link>
              <span className="tabular text-right whitespace-nowrap">
                {changeText(measure, cause.change)}
                <span className="ml-2 inline-block w-12 font-medium">{shareText(cause.share)}</span>
              </span>
            </div>
            <ShareBar share={cause.share} />
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-ink-2">
              <span className="min-w-0">
                {cause.sentence}
                <span className="text-ink-3">
                  {cause.sentence === '' ? '' : ' · '}
                  {compact(cause.interactions.before)} → {compact(cause.interactions.now)} calls
                </span>
                {cause.same.length > 0 ? (
                  <span className="text-ink-3">
                    {' · '}Same calls as {cause.same.map((part) => partText(part, nameOf)).join(', ')}
                  </span>
                ) : null}
              </span>
              <span aria-hidden className="ml-auto text-accent">
                Show calls
              </span>
              {cause.parts.length === 0 ? null : (
                <Link
                  to="/apps/$appId/what-changed"
                  params={{ appId }}
                  search={{ ...within(cause), measure, compare }}
                  className="relative z-10 inline-flex items-center gap-1 text-accent hover:underline"
                >
                  <Icon name="changes" />
                  Look inside{' '}
                  <span className="sr-only">
                    {cause.parts.map((part) => partText(part, nameOf)).join(', ')}
                  </span>
                </Link>
              )}
            </div>
          </li>
        ))}
        {others === null ? null : (
          <li className="flex justify-between gap-4 border-t border-line px-4 py-3 text-ink-2">
            <span>
              Everything else
              <span className="ml-2 text-sm text-ink-3">
                {compact(others.interactions.before)} → {compact(others.interactions.now)} calls
              </span>
            </span>
            <span className="tabular text-right whitespace-nowrap">
              {changeText(measure, others.change)}
              <span className="ml-2 inline-block w-12">{shareText(others.share)}</span>
            </span>
          </li>
        )}
      </ol>
      {overlap(causes) ? (
        <p className="border-t border-line px-4 py-2 text-sm text-ink-3">
          Causes share interactions, or moved the figure in opposite directions, so their shares need not add
          up to 100%.
        </p>
      ) : null}
    </Card>
  );
}

function overlap(causes: readonly Cause[]): boolean {
  return causes.reduce((sum, { share }) => sum + Math.max(0, share ?? 0), 0) > 1.005;
}

function PartName({ part, nameOf }: { part: CausePart; nameOf: (key: string) => string }) {
  const { kind, value } = partName(part, nameOf);
  return (
    <>
      <span className="font-normal text-ink-3">{kind} </span>
      <span dir="auto">{value}</span>
    </>
  );
}

function isUser({ dimension }: CausePart): boolean {
  return dimension === 'user';
}
