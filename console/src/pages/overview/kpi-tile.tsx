import { Link } from '@tanstack/react-router';
import { Sparkline } from '../../charts/sparkline.tsx';
import { WhatChangedLink } from '../../charts/what-changed-link.tsx';
import type { View } from '../../state/view.ts';
import { STALE } from '../../ui/status.tsx';
import { isExplained } from '../what-changed/explained.ts';
import { KpiFigure } from './kpi-figure.tsx';
import type { Kpi } from './kpis.ts';

type Props = {
  kpi: Kpi;
  appId: string;
  view: View;
  isPending: boolean;
  now: number | null;
  before: number | null;
  /** The second figure, of a KPI that has one. */
  beside: number | null;
  trend: readonly (number | null)[];
  unfinished: number | null;
  /** Whether the figures are those of another view. */
  isStale: boolean;
};

/** A tile that links to the rows behind the figure. */
export function KpiTile(props: Props) {
  const { kpi, appId, view, isPending, now, before, beside, trend, unfinished, isStale } = props;
  const { measure, label, format, exact, more, color = 'var(--color-c1)', to, orderBy, behind, hint } = kpi;
  // The link covers the figure, so its title has the exact one.
  const title = exact && now !== null ? `${exact(now)}. ${hint}` : hint;
  return (
    <div className="relative flex min-w-0 flex-col gap-0.5 bg-surface px-3 py-3 focus-within:bg-sunken hover:bg-sunken sm:px-4">
      <dt className="text-sm text-ink-2">
        <Link
          to={to}
          params={{ appId }}
          search={{ ...behind(view, now), ...(orderBy ? { orderBy, order: 'desc' } : {}) }}
          title={title}
          className="after:absolute after:inset-0"
        >
          {label}
        </Link>
      </dt>
      {isExplained(measure) && before !== null && now !== before ? (
        <dd className="absolute top-2 right-2 z-10">
          <WhatChangedLink measure={measure} view={view} about={label} small />
        </dd>
      ) : null}
      <KpiFigure
        isPending={isPending}
        now={now}
        before={before}
        more={more}
        format={format}
        {...(exact ? { exact } : {})}
        unit={now === null ? undefined : kpi.unit?.(now)}
        beside={beside ? kpi.beside?.text(beside) : undefined}
        isStale={isStale}
      />
      <dd className={`mt-auto h-6.5 pt-1.5 ${isStale ? STALE : 'opacity-70'}`} aria-hidden>
        {trend.length > 1 ? <Sparkline values={trend} color={color} unfinished={unfinished} wide /> : null}
      </dd>
    </div>
  );
}
