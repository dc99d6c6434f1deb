import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  aloneIn,
  type ChartLooks,
  chartName,
  isTable,
  readLooks,
  withAlone,
  withTable,
} from '../state/chart-looks.ts';

/** How a chart is shown. It is kept in the address, and so by a reload, a link and a saved view. */
export function useChartLook(title: string) {
  const looks = readLooks(useSearch({ strict: false }));
  const navigate = useNavigate();
  const chart = chartName(title);
  const change = (of: (looks: ChartLooks) => ChartLooks) =>
    void navigate({
      to: '.',
      search: ({ table: _, only: __, ...rest }) => ({ ...rest, ...readLooks(of(looks)) }),
      replace: true,
      resetScroll: false,
    });
  return {
    asTable: isTable(looks, chart),
    setAsTable: (on: boolean) => change((before) => withTable(before, chart, on)),
    alone: aloneIn(looks, chart),
    setAlone: (series: string | null) => change((before) => withAlone(before, chart, series)),
  };
}
