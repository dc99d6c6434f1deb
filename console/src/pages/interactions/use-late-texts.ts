import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import { type Row, rowOf } from './row.ts';

const LOOK_MS = 3000;
/** Looks without a change, after which nothing more is expected of these rows. */
const MAX_LOOKS = 20;
/** Rows that are looked at together; the newest come first. */
const MAX_AWAITED = 5;

const NOTHING: ReadonlyMap<string, Row> = new Map();

/** Replaces rows whose texts arrived after them: telemetry may send these apart from the call. */
export function useLateTexts(rows: readonly Row[]): readonly Row[] {
  const [found, setFound] = useState(NOTHING);
  const awaited = useMemo(
    () =>
      rows
        .filter((row) => row.textsMayFollow && !found.has(row.id))
        .slice(0, MAX_AWAITED)
        .map(({ id }) => id),
    [rows, found],
  );
  const { data } = useQuery({
    queryKey: ['late texts', awaited],
    queryFn: ({ signal }) =>
      Promise.all(awaited.map((id) => call('GET /v1/interactions/:id', { params: { id } }, signal))),
    enabled: awaited.length > 0,
    refetchInterval: ({ state }) => (state.dataUpdateCount < MAX_LOOKS ? LOOK_MS : false),
    gcTime: 0,
  });
  useEffect(() => {
    const whole = data?.map(rowOf).filter((row) => !row.textsMayFollow) ?? [];
    if (whole.length > 0)
      setFound((before) => new Map([...before, ...whole.map((row) => [row.id, row] as const)]));
  }, [data]);
  return useMemo(
    () => (found.size === 0 ? rows : rows.map((row) => found.get(row.id) ?? row)),
    [rows, found],
  );
}
