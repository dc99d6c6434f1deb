/** An event in words, which each channel escapes in its own way. Names and groups are what somebody logged or typed. */
import { type MonitorEvent, measureNamed } from '@parley/contract';
import type { MonitorOrTest } from './event.ts';
import { figureText, percent, signedPercent } from './figures.ts';
import { plainLine as plain } from './plain-line.ts';

export type Fact = { label: string; value: string };
export type Words = {
  title: string;
  /** The title with the figure, in one line. */
  summary: string;
  facts: Fact[];
  link: string | null;
};

export function wordsOf(event: MonitorOrTest): Words {
  if (event.type === 'channel.test') {
    const { channel, app } = event.data;
    const facts = [
      { label: 'Application', value: plain(app.name) },
      { label: 'Sent', value: event.timestamp },
    ];
    const title = `Test of the channel ${plain(channel.name)}`;
    return { title, summary: title, facts, link: null };
  }
  const { monitor, group } = event.data;
  const of = group === null ? '' : ` · ${plain(group)}`;
  const title = `${newsOf(event)}: ${plain(monitor.name)}${of}`;
  return { title, summary: `${title} (${figureOf(event)})`, facts: factsOf(event), link: monitor.url };
}

function newsOf({ type, data: { state, again } }: MonitorEvent): string {
  if (type === 'monitor.recovered') return 'Recovered';
  if (state === 'noData') return 'No data';
  if (state === 'failing') return 'Could not be judged';
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
    { label: 'Window', value: `${window.from} to ${window.to}` },
    ...(reason === null ? [] : [{ label: 'Reason', value: plain(reason) }]),
  ];
}
