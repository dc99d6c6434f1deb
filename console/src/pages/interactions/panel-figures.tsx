import type { Interaction } from '@parley/contract';
import { count, milliseconds } from '../../lib/format.ts';
import { exactUsd, usd } from '../../lib/money.ts';

/** Key figures; unknown ones are left out. */
export function PanelFigures({ interaction }: { interaction: Interaction }) {
  const { usage, cost, latencyMs, firstTokenMs } = interaction;
  const figures: [name: string, value: string | null, title?: string][] = [
    ['Latency', latencyMs === null ? null : milliseconds(latencyMs)],
    ['First token', firstTokenMs === null ? null : milliseconds(firstTokenMs)],
    ['Input tokens', tokens(usage.input)],
    ['Cached', tokens(usage.cachedInput || null), 'Input tokens read from a cache'],
    ['Output tokens', tokens(usage.output)],
    ['Reasoning', tokens(usage.reasoning || null), 'Output tokens of reasoning'],
    // For upstreams that report only a total.
    ['Tokens', usage.input === null && usage.output === null ? tokens(usage.total) : null],
    ['Cost', cost === null ? null : usd(cost.usd), exactUsd(cost?.usd)],
  ];
  const known = figures.filter(([, value]) => value !== null);
  if (known.length === 0) return null;
  return (
    <section aria-label="Figures" className="@container rounded-md bg-sunken px-3 py-2">
      <dl className="tabular grid grid-cols-3 @[38rem]:grid-cols-6 gap-x-4 gap-y-2">
        {known.map(([name, value, title]) => (
          <div key={name} title={title}>
            <dt className="text-xs text-ink-2">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function tokens(value: number | null): string | null {
  return value === null ? null : count(value);
}
