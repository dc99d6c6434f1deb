import { Link } from '@tanstack/react-router';
import { Sparkline } from '../../charts/sparkline.tsx';
import { WhatChangedLink } from '../../charts/what-changed-link.tsx';
import type { View } from '../../state/view.ts';
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
  trend: readonly (number | null)[];
  unfinished: number | null;
};

/** A tile that links to the rows behind the figure. */
export function KpiTile({ kpi, appId, view, isPending, now, before, trend, unfinished }: Props) {
  const { measure, label, format, more, color = 'var(--color-c1)', to, orderBy, behind, hint } = kpi;
  return (
    <div className="relative flex min-w-0 flex-col gap-0.5 bg-surface px-4 py-3 focus-within:bg-sunken hover:bg-sunken">
      <dt className="text-sm text-ink-2">
        <Link
          to={to}
          params={{ appId }}
          search={{ ...behind(view, now), ...(orderBy ? { orderBy, order: 'desc' } : {}) }}
          title={hint}
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
      <KpiFigure isPending={isPending} now={now} before={before} more={more} format={format} />
      <dd className="mt-1.5 h-5 opacity-70" aria-hidden>
        {trend.length > 1 ? <Sparkline values={trend} color={color} unfinished={unfinished} wide /> : null}
      </dd>
    </div>
  );
}
