import type { MonitorFilters } from '@parley/contract';
import { filtersAsSent } from '../accounts/filters-as-sent.ts';
import type { Range } from '../clocks/range.ts';

export type ShownView = { app: string; filters: MonitorFilters; range: Range; timeZone: string };

/** The overview in the console that shows the same interactions. */
export function viewAddress(baseUrl: string, { app, filters, range, timeZone }: ShownView): string {
  const address = new URL(`${baseUrl}/apps/${encodeURIComponent(app)}/overview`);
  const parameters = {
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    tz: timeZone,
    ...filtersAsSent(filters),
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, asParameter(value));
  return address.href;
}

/** The console reads parameters as JSON, and as text where they are none. */
function asParameter(value: unknown): string {
  return typeof value === 'string' && !isJson(value) ? value : JSON.stringify(value);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
