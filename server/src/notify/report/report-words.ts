/** A report in words. Names are what somebody logged or typed; each channel escapes them in its own way. */
import { measureNamed, type ReportEvent } from '@parley/contract';
import { dollars, figureText } from '../messages/figures.ts';
import { plainLine } from '../messages/plain-line.ts';

export type ReportRow = {
  name: string;
  value: string;
  note: string;
  /** Where the console shows the interactions that are counted. */
  link: string;
};
export type ReportWords = {
  title: string;
  app: string;
  period: string;
  /** What the changes are against. */
  compared: string;
  figures: ReportRow[];
  lists: { title: string; rows: ReportRow[] }[];
  /** `most` is the highest bar. */
  chart: { title: string; most: string; from: string; to: string };
  link: string;
};

type Data = ReportEvent['data'];

const TITLES: Record<Data['schedule'], string> = {
  daily: 'Daily report',
  weekly: 'Weekly report',
  monthly: 'Monthly report',
};

const PERIODS: Record<Data['schedule'], string> = { daily: 'day', weekly: 'week', monthly: 'month' };

export function reportWords({ data }: ReportEvent): ReportWords {
  const { report, app, schedule, period, figures, chart } = data;
  const behind = (filters: Record<string, string | null>) => interactionsBehind(report.url, filters);
  const list = (title: string, rows: ReportRow[]) => (rows.length === 0 ? [] : [{ title, rows }]);
  return {
    title: `${TITLES[schedule]}: ${plainLine(report.name)}`,
    app: plainLine(app.name),
    period: periodText(data),
    compared: `against the ${PERIODS[schedule]} before`,
    figures: figures.map(({ measure, value, before }) => ({
      name: measureNamed(measure).name,
      value: value === null ? '–' : figureText(measure, value),
      note: changeText(value, before),
      link: behind(measure === 'errorRate' ? { outcome: 'error' } : {}),
    })),
    lists: [
      ...list(
        'Models by cost',
        data.models.map(({ model, ...spent }) =>
          spentRow(model ?? 'No model', spent, behind({ requestedModel: model })),
        ),
      ),
      ...list(
        'Users by cost',
        data.users.map(({ user, ...spent }) => spentRow(user ?? 'Anonymous', spent, behind({ user }))),
      ),
      ...list(
        'New errors',
        data.newErrors.map(({ code, interactions }) =>
          callsRow(code ?? 'No code', interactions, behind({ outcome: 'error', errorCode: code })),
        ),
      ),
      ...list(
        'New models without a price',
        data.unpriced.map(({ model, interactions }) =>
          callsRow(model ?? 'No model', interactions, behind({ requestedModel: model })),
        ),
      ),
    ],
    chart: {
      title: schedule === 'daily' ? 'Cost by hour' : 'Cost by day',
      most: mostText(data),
      from: dayText(chart[0]?.from ?? period.from, period.timeZone),
      to: dayText(chart.at(-1)?.from ?? period.from, period.timeZone),
    },
    link: report.url,
  };
}

/** `+12%`, `−3%`; nothing where one of the two is unknown or the earlier one is zero. */
export function changeText(value: number | null, before: number | null): string {
  if (value === null || before === null || before === 0) return '';
  const share = Math.round((value / before - 1) * 100);
  return share === 0 ? 'unchanged' : `${share > 0 ? '+' : '−'}${count(Math.abs(share))}%`;
}

function spentRow(
  name: string,
  { costUsd, interactions }: { costUsd: number | null; interactions: number },
  link: string,
): ReportRow {
  const value = costUsd === null ? '–' : dollars(costUsd);
  return { name: plainLine(name), value, note: calls(interactions), link };
}

function callsRow(name: string, interactions: number, link: string): ReportRow {
  return { name: plainLine(name), value: calls(interactions), note: '', link };
}

/** The list of interactions with the range and filters of an overview, and more filters; null is for no value. */
function interactionsBehind(overview: string, filters: Record<string, string | null>): string {
  const address = new URL(overview);
  address.pathname = address.pathname.replace(/\/overview$/, '/interactions');
  for (const [name, value] of Object.entries(filters))
    address.searchParams.set(name, JSON.stringify([value ?? '']));
  return address.href;
}

function calls(interactions: number): string {
  return `${count(interactions)} ${interactions === 1 ? 'call' : 'calls'}`;
}

/** The most that one bar stands for. */
function mostText({ chart }: Data): string {
  const most = Math.max(0, ...chart.map(({ costUsd }) => costUsd ?? 0));
  return most === 0 ? '' : `up to ${dollars(most)}`;
}

function periodText({ schedule, period: { from, to, timeZone } }: Data): string {
  const first = dayText(from, timeZone);
  // The end is the beginning of the day after.
  return schedule === 'daily'
    ? first
    : `${first} to ${dayText(new Date(Date.parse(to) - 1).toISOString(), timeZone)}`;
}

function dayText(time: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }).format(new Date(time));
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}
