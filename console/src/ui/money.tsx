import { NONE } from '../lib/format.ts';
import { exactUsd, usd } from '../lib/money.ts';

type Props = {
  value: number | null | undefined;
  /** The format of the column; that of a single amount by default. */
  format?: (value: number) => string;
};

/** An amount in US dollars; the exact figure on hover. */
export function Money({ value, format = usd }: Props) {
  if (value === null || value === undefined) return NONE;
  return (
    <data value={value} title={exactUsd(value)} className="whitespace-nowrap">
      {format(value)}
    </data>
  );
}
