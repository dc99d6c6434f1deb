import type { ScoreEvent } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Row } from './row.ts';

/** Reads the open interaction again when a score about it arrives. */
export function useFreshScores(
  rows: readonly Row[],
  arrived: readonly ScoreEvent[],
  id: string | undefined,
): void {
  const client = useQueryClient();
  const newest = useMemo(() => {
    if (id === undefined || arrived.length === 0) return undefined;
    const upstreamId = rows.find((row) => row.id === id)?.upstreamId ?? null;
    return arrived.findLast(
      (score) => score.interaction === id || (upstreamId !== null && score.upstreamId === upstreamId),
    );
  }, [rows, arrived, id]);
  useEffect(() => {
    if (!newest) return;
    void client.invalidateQueries({ queryKey: ['GET /v1/interactions/:id', { params: { id } }] });
  }, [client, newest, id]);
}
