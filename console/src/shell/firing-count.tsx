import { useMonitors } from '../monitors/use-monitors.ts';

/** The number of monitors that fire. */
export function FiringCount({ appId }: { appId: string }) {
  const firing = useMonitors(appId).filter(({ state }) => state === 'firing').length;
  if (firing === 0) return null;
  return (
    <span className="tabular ml-auto rounded-full bg-bad-soft px-1.5 text-xs leading-5 font-medium text-bad">
      {firing}
      <span className="sr-only"> firing</span>
    </span>
  );
}
