/** The formats of a chart of amounts: one style for its tooltip and its table. */
import { exactUsd, usdAxis, usdColumn } from '../../lib/money.ts';
import type { Stacked } from './series.ts';

export function moneyFormats({ series }: Stacked) {
  const format = usdColumn(series.flatMap(({ values }) => values));
  return { format: (value: number | null) => format(value ?? 0), axisFormat: usdAxis, exact: exactUsd };
}
