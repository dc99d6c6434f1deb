import type { MonitorPreview } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { asking } from '../../api/use-ask.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { shortTime } from '../../lib/format.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { groupValue, valueText } from '../../monitors/condition-text.ts';
import type { definitionOf } from '../../monitors/draft.ts';
import { unitOf } from '../../monitors/measures.ts';
import { windowText } from '../../monitors/windows.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState, Skeleton, Stale } from '../../ui/status.tsx';

type Definition = NonNullable<ReturnType<typeof definitionOf>>;
type Props = { appId: string; definition: Definition | null; timeZone: string };

/** The measure of the last 30 days, and when the monitor would have fired. */
export function PreviewChart({ appId, definition, timeZone }: Props) {
  // While one types, only what is typed in the end is asked for.
  const settled = useSettled(definition === null ? '' : JSON.stringify({ app: appId, ...definition }));
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...asking('POST /v1/monitors/preview', {
      body: settled === '' ? { app: appId, ...EMPTY } : JSON.parse(settled),
    }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <Card title="Would have fired" aside={data && definition ? <FiredCount preview={data} /> : null}>
      {error ? <ErrorState error={error} retry={refetch} /> : null}
      {!data && !error ? <Skeleton className="h-56" /> : null}
      {data && definition ? (
        <Stale stale={isPlaceholderData || settled === ''}>
          <Chart preview={data} definition={definition} timeZone={timeZone} />
          <Fired preview={data} groupBy={definition.groupBy} timeZone={timeZone} />
        </Stale>
      ) : null}
    </Card>
  );
}

/** Never asked for: what a disabled question is made of. */
const EMPTY = { measure: 'interactions', window: '1h', condition: { above: 0 } } as const;

type ChartProps = { preview: MonitorPreview; definition: Definition; timeZone: string };

function Chart({ preview, definition, timeZone }: ChartProps) {
  const { points, group, fired } = preview;
  const { measure, condition, groupBy, minimum, window } = definition;
  if (minimum > 1 && points.every(({ value }) => value === null))
    return (
      <p className="py-8 text-center text-balance text-ink-3">
        {`Nothing to judge: there were never ${minimum} interactions in ${windowText(window)}. Choose a longer time, or a lower minimum under More.`}
      </p>
    );
  const { axis } = unitOf(measure);
  const times = points.map(({ time }) => time);
  const format = (value: number | null) => valueText(definition, value);
  const threshold = thresholdOf(definition);
  const fires = (time: string) =>
    fired.some((one) => one.group === group && one.at <= time && (one.until === null || time < one.until));
  return (
    <TimeChart
      kind="lines"
      times={times}
      timeZone={timeZone}
      timeLabel={(time) => shortTime(time, timeZone)}
      format={format}
      {...(axis && !('changedBy' in condition) ? { axisFormat: axis } : {})}
      series={[
        { name: 'Threshold', color: 'var(--color-warn)', values: times.map(() => threshold) },
        {
          name: groupBy === null ? 'Figure' : groupValue(groupBy, group),
          color: 'var(--color-accent)',
          values: points.map(({ value }) => value),
        },
        {
          name: 'Firing',
          color: 'var(--color-bad)',
          values: points.map(({ time, value }) => (fires(time) ? value : null)),
        },
      ]}
    />
  );
}

function thresholdOf({ condition }: Definition): number {
  if ('above' in condition) return condition.above;
  return 'below' in condition ? condition.below : condition.changedBy;
}

function FiredCount({ preview: { fired, from, to } }: { preview: MonitorPreview }) {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  const times = fired.length === 0 ? 'Not once' : fired.length === 1 ? 'Once' : `${fired.length} times`;
  return <span className="text-sm text-ink-2">{`${times} in the last ${days} days`}</span>;
}

const SHOWN = 5;

/** The newest times at which it would have fired. */
function Fired({
  preview: { fired },
  groupBy,
  timeZone,
}: {
  preview: MonitorPreview;
  groupBy: string | null;
  timeZone: string;
}) {
  if (fired.length === 0) return null;
  return (
    <ul aria-label="Would have fired at" className="mt-3 flex flex-col gap-1 text-sm text-ink-2">
      {fired
        .toReversed()
        .slice(0, SHOWN)
        .map(({ group, at, until, step }) => (
          <li key={`${group} ${at} ${step}`} className="flex flex-wrap gap-x-2">
            <span>
              {shortTime(at, timeZone)}
              {until === null ? '' : ` – ${shortTime(until, timeZone)}`}
            </span>
            {step === null ? null : <span>{Math.round(step * 100)}%</span>}
            {groupBy === null ? null : <bdi className="truncate text-ink">{groupValue(groupBy, group)}</bdi>}
          </li>
        ))}
      {fired.length > SHOWN ? <li>and {fired.length - SHOWN} earlier</li> : null}
    </ul>
  );
}
