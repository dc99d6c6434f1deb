import type { ListedSession } from '@parley/contract';
import { CopyKeys } from '../../lists/selection-bar.tsx';
import { timesOf } from '../../lists/times-of.ts';
import type { Selectable } from '../../ui/data-table.tsx';
import { ExportSelected } from '../interactions/export-selected.tsx';

/** What can be done with selected sessions. Their ids are those of their first interactions. */
export function selectableSessions(
  appId: string,
  sorting: { orderBy?: string; order?: 'asc' | 'desc' } = {},
): Selectable<ListedSession> {
  return {
    what: 'session',
    actions: (chosen) => {
      const ids = chosen.map(({ id }) => id);
      const times = timesOf(chosen.map(({ startedAt }) => startedAt));
      return (
        <>
          <CopyKeys keys={ids} />
          <ExportSelected query={{ app: appId, ...times, ...sorting, id: ids }} keys={ids} what="sessions" />
        </>
      );
    },
  };
}
