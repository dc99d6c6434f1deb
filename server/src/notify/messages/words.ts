/** An event in words, which each channel escapes in its own way. Names and groups are what somebody logged or typed. */
import { type MonitorEvent, measureNamed } from '@parley/contract';
import type { MonitorOrTest } from './event.ts';
import { figureText, percent, signedPercent } from './figures.ts';
import { plainLine as plain } from './plain-line.ts';

export type Fact = { label: string; value: string };
export type Words = {
  /** The news, and what it is about. */
  title: string;
  news: string;
  about: string;
  /** The title with the figure, in one line. */
  summary: string;
  /** The figure, and what it is compared with. */
  figures: { measure: string; value: string; limit: string } | null;
  facts: Fact[];
  link: string | null;
};

export function wordsOf(event: MonitorOrTest): Words {
  if (event.type === 'channel.test') {
    const { channel, app } = event.data;
    const facts = [
      { label: 'Application', value: plain(app.name) },
      { label: 'Sent', value: `${TIME.format(new Date(event.timestamp))} UTC` },
    ];
    const about = `Test of the channel ${plain(channel.name)}`;
    return { title: about, news: 'Test', about, summary: about, figures: null, facts, link: null };
  }
  const { monitor, group } = event.data;
  const of = group === null ? '' : ` · ${plain(group)}`;
  const about = `${plain(monitor.name)}${of}`;
  const news = newsOf(event);
  const title = `${news}: ${about}`;
  return {
    ...{ title, news, about },
    summary: `${title} (${figureOf(event)})`,
    figures: shownFigures(event),
    facts: factsOf(event),
    link: monitor.url,
  };
}

function shownFigures({ data }: MonitorEvent): Words['figures'] {
  const { measure, value, threshold } = figuresOf(data);
  return { measure, value, limit: data.step === null ? `threshold ${threshold}` : `of ${threshold}` };
}

function newsOf({ type, data: { state, step, again } }: MonitorEvent): string {
  if (type === 'monitor.recovered') return 'Recovered';
  if (state === 'noData') return 'No data';
  if (state === 'failing') return 'Could not be judged';
  if (step !== null) return `${percent(step)} reached`;
  return again ? 'Still firing' : 'Firing';
}

function figureOf({ data }: MonitorEvent): string {
  const { measure, value, threshold } = figuresOf(data);
  return `${measure}: ${value}, threshold: ${threshold}`;
}

/** With `changedBy`, value and threshold are changes of the measure. */
function figuresOf({ measure, value, threshold, condition }: MonitorEvent['data']) {
  const isChange = 'changedBy' in condition;
  const text = (figure: number) => (isChange ? signedPercent(figure) : figureText(measure, figure));
  const name = plain(measureNamed(measure).name);
  return {
    measure: isChange ? `${name}, ${COMPARED[condition.against]}` : name,
    value: value === null ? 'no data' : text(value),
    threshold: text(threshold),
  };
}

const COMPARED = {
  previous: 'change from the period before',
  weekBefore: 'change from a week before',
} as const;

function factsOf({ data }: MonitorEvent): Fact[] {
  const { app, group, step, window, forecast, reason } = data;
  const { measure, value, threshold } = figuresOf(data);
  return [
    { label: 'Application', value: plain(app.name) },
    ...(group === null ? [] : [{ label: 'Group', value: plain(group) }]),
    { label: 'Measure', value: measure },
    { label: 'Value', value },
    { label: 'Threshold', value: threshold },
    ...(step === null ? [] : [{ label: 'Step', value: percent(step) }]),
    ...(forecast === null ? [] : [{ label: 'Forecast', value: figureText(data.measure, forecast) }]),
    { label: 'Window', value: `${TIME.formatRange(new Date(window.from), new Date(window.to))} UTC` },
    ...(reason === null ? [] : [{ label: 'Reason', value: plain(reason) }]),
  ];
}

/** `1 May 2026, 08:30`; the event does not know where its readers are. */
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
