import type { PriceListInfo } from '@parley/contract';
import { timeZoneOf } from '../state/view.ts';
import { Time } from './time.tsx';

/** The date of the price list. */
export function PriceListAge({ list: { version, publishedAt } }: { list: PriceListInfo }) {
  return (
    <>
      <Time at={publishedAt} timeZone={timeZoneOf({})} relative /> (genai-prices {version})
    </>
  );
}
