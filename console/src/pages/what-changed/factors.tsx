import type { Explanation, Factor } from '@parley/contract';
import { compact } from '../../lib/format.ts';
import { usd } from '../../lib/money.ts';
import { Card } from '../../ui/card.tsx';
import { changeText, shareText } from './explained.ts';
import { ShareBar } from './share-bar.tsx';

type Naming = { label: string; format: (value: number | null) => string };

const NAMES: Record<Factor['name'], Naming> = {
  calls: { label: 'Calls', format: compact },
  tokensPerCall: { label: 'Tokens per call', format: compact },
  // Prices are per million everywhere.
  pricePerToken: { label: 'Price per million tokens', format: (value) => usd(value && value * 1e6) },
  costPerCall: { label: 'Cost per call', format: usd },
  rate: { label: 'Rate', format: compact },
  mix: { label: 'Share of calls', format: compact },
};

/** The factors of an amount: what each would have changed by itself. The parts sum to the change. */
export function Factors({ found: { factors, change, measure } }: { found: Explanation }) {
  return (
    <Card title={factors.length === 3 ? 'Calls, tokens and price' : 'Calls and size'}>
      <ul className="flex flex-col gap-3">
        {factors.map((factor) => {
          const { label, format } = NAMES[factor.name];
          const share = change ? factor.change / change : null;
          return (
            <li key={factor.name} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
              <span className="min-w-0">
                {label}
                <span className="tabular ml-2 text-sm text-ink-3">
                  {format(factor.before)} → {format(factor.now)}
                  {timesText(factor)}
                </span>
              </span>
              <span className="tabular text-right">
                {changeText(measure, factor.change)}
                <span className="ml-2 inline-block w-12 text-ink-3">{shareText(share)}</span>
              </span>
              <span className="col-span-2">
                <ShareBar share={share} />
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function timesText({ now, before }: Factor): string {
  if (!now || !before) return '';
  const times = (now / before).toLocaleString('en', { maximumSignificantDigits: 2 });
  return times === '1' ? '' : ` (×${times})`;
}
