import { numberIn, useQueryOf } from '../../charts/query/use-query.ts';
import type { View } from '../../state/view.ts';
import { AnonymousLine } from './anonymous-line.tsx';

type Props = { appId: string; view: View; included: boolean; onInclude: (on: boolean) => void };

/** The sum of anonymous interactions, and a switch to list them. */
export function Anonymous({ appId, view, included, onInclude }: Props) {
  const { data } = useQueryOf(appId, { ...view, user: [''] }, { measures: ['interactions', 'costUsd'] });
  const [row] = data?.rows ?? [];
  const interactions = numberIn(row, 'interactions') ?? 0;
  // A filter by user excludes anonymous interactions.
  const outside = view.user !== undefined && !view.user.includes('');
  return (
    <>
      {interactions > 0 && !outside ? (
        <span className="mr-2 text-sm">
          <AnonymousLine
            appId={appId}
            view={view}
            interactions={interactions}
            costUsd={numberIn(row, 'costUsd')}
          />
        </span>
      ) : null}
      <label className="flex h-8 items-center gap-2 text-sm text-ink-2">
        <input
          type="checkbox"
          checked={included}
          onChange={({ target }) => onInclude(target.checked)}
          className="size-4 accent-accent"
        />
        Include anonymous
      </label>
    </>
  );
}
