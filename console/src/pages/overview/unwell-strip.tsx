import type { Monitor } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useMonitors } from '../../monitors/use-monitors.ts';
import { Icon } from '../../ui/icon.tsx';

/** What is said of monitors that are not well, the most urgent first. */
const NEWS = [
  ['firing', 'firing'],
  ['noData', 'without data'],
  ['failing', 'failing'],
] as const satisfies readonly (readonly [Monitor['state'], string])[];

/** One line about the monitors that fire or fail; it leads to them. Without any, there is none. */
export function UnwellStrip({ appId }: { appId: string }) {
  const monitors = useMonitors(appId);
  const news = NEWS.map(([state, text]) => ({ text, names: namesOf(monitors, state) })).filter(
    ({ names }) => names.length > 0,
  );
  const [first] = news;
  if (!first) return null;
  const look = first.text === 'failing' ? 'border-warn/40 bg-warn-soft' : 'border-bad/40 bg-bad-soft';
  return (
    <Link
      to="/apps/$appId/monitors"
      params={{ appId }}
      className={`flex h-9 items-center gap-2 rounded-md border px-3 hover:underline ${look}`}
    >
      <Icon name="monitors" className={first.text === 'failing' ? 'text-warn' : 'text-bad'} />
      <span className="min-w-0 truncate">
        {news.map(({ text, names }, i) => (
          <Fragment key={text}>
            {i === 0 ? '' : '; '}
            <span className="font-medium">
              {names.length} {names.length === 1 ? 'monitor is' : 'monitors are'} {text}
            </span>
            : <bdi>{names.join(', ')}</bdi>
          </Fragment>
        ))}
      </span>
      <span aria-hidden="true" className="ml-auto shrink-0">
        →
      </span>
    </Link>
  );
}

function namesOf(monitors: readonly Monitor[], wanted: Monitor['state']): string[] {
  return monitors.filter(({ state }) => state === wanted).map(({ name }) => name);
}
