/** How the charts of a page are shown, kept in the address: which as tables, and which with one series alone. */

export type ChartLooks = {
  /** The charts that are shown as tables, by name. */
  table?: string[];
  /** Charts with the series that is shown alone, as `chart:series`. */
  only?: string[];
};

/** Parses the parameters of an address; drops whatever is invalid. */
export function readLooks(search: Record<string, unknown>): ChartLooks {
  const [table, only] = [texts(search.table), texts(search.only).filter((text) => text.includes(':'))];
  return { ...(table.length > 0 ? { table } : {}), ...(only.length > 0 ? { only } : {}) };
}

function texts(value: unknown): string[] {
  return [value].flat().filter((text) => typeof text === 'string');
}

/** The name of a chart in the address, from its title. */
export function chartName(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

export function isTable({ table = [] }: ChartLooks, chart: string): boolean {
  return table.includes(chart);
}

/** The series that a chart shows alone. */
export function aloneIn({ only = [] }: ChartLooks, chart: string): string | null {
  const found = only.find((text) => text.startsWith(`${chart}:`));
  return found === undefined ? null : found.slice(chart.length + 1);
}

export function withTable(looks: ChartLooks, chart: string, on: boolean): ChartLooks {
  const others = (looks.table ?? []).filter((name) => name !== chart);
  return { ...looks, table: on ? [...others, chart] : others };
}

export function withAlone(looks: ChartLooks, chart: string, series: string | null): ChartLooks {
  const others = (looks.only ?? []).filter((text) => !text.startsWith(`${chart}:`));
  return { ...looks, only: series === null ? others : [...others, `${chart}:${series}`] };
}
