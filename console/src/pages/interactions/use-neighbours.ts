import { useQuery } from '@tanstack/react-query';
import { asking } from '../../api/use-ask.ts';
import { listQuery, type View } from '../../state/view.ts';
import type { Row } from './row.ts';

type Options = {
  appId: string;
  view: View;
  asOf: number;
  /** The open interaction. */
  id: string | undefined;
  rows: readonly Row[];
  /** Whether the rows are loaded. */
  isReady: boolean;
  /** The server supports neighbours in this order only. */
  newestFirst: boolean;
};

/** The neighbours of the open interaction, from the loaded rows or else from the server. */
export function useNeighbours({ appId, view, asOf, id, rows, isReady, newestFirst }: Options) {
  const at = rows.findIndex((row) => row.id === id);
  const above = at < 0 ? undefined : rows[at - 1]?.id;
  const below = at < 0 ? undefined : rows[at + 1]?.id;
  const ask = { params: { id: id ?? '' }, query: listQuery(appId, view, asOf) };
  const { data } = useQuery({
    ...asking('GET /v1/interactions/:id/neighbours', ask),
    enabled: newestFirst && isReady && id !== undefined && (above === undefined || below === undefined),
  });
  if (!newestFirst) return { previous: above, next: below };
  return { previous: above ?? data?.newerId ?? undefined, next: below ?? data?.olderId ?? undefined };
}
