/** Finds the latest occurrence of an hour of the week that had interactions. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asking } from '../../api/use-ask.ts';
import type { WeekHour } from '../../charts/heat-map.tsx';
import { bodyOf, numberIn, textIn } from '../../charts/query/use-query.ts';
import { timeZoneOf, type View } from '../../state/view.ts';
import { hourAround } from './hour-around.ts';

type Pick = (hour: WeekHour) => Promise<void>;

/** Queried on a click: the chart itself is aggregated and has no dates. */
export function useLatestHour(appId: string, view: View, onFound: (view: View) => void) {
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const pick: Pick = async ({ day, hour }) => {
    setError(null);
    try {
      const body = bodyOf(appId, view, {
        measures: ['lastAt'],
        dimensions: ['dayOfWeek', 'hourOfDay'],
        limit: 200,
      });
      const { rows, from, to } = await client.fetchQuery(asking('POST /v1/query', { body }));
      const row = rows.find(
        (one) => numberIn(one, 'dayOfWeek') === day && numberIn(one, 'hourOfDay') === hour,
      );
      const last = row && textIn(row, 'lastAt');
      if (!last) return;
      const { range: _, ...rest } = view;
      onFound({ ...rest, ...hourAround(last, timeZoneOf(view), { from, to }) });
    } catch (failure) {
      setError(failure);
    }
  };
  return { pick, error };
}
