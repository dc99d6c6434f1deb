/** An event in words, which each channel escapes in its own way. Names and groups are what somebody logged or typed. */
import type { MonitorEvent } from '@parley/contract';
import type { MonitorOrTest } from './event.ts';
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

function figureOf({ data: { measure, value, threshold } }: MonitorEvent): string {
  return `${plain(measure)}: ${value === null ? 'no data' : number(value)}, threshold: ${number(threshold)}`;
}

function factsOf({ data }: MonitorEvent): Fact[] {
  const { app, group, step, measure, value, threshold, window, forecast, reason } = data;
  return [
    { label: 'Application', value: plain(app.name) },
    ...(group === null ? [] : [{ label: 'Group', value: plain(group) }]),
    { label: 'Measure', value: plain(measure) },
    { label: 'Value', value: value === null ? 'no data' : number(value) },
    { label: 'Threshold', value: number(threshold) },
    ...(step === null ? [] : [{ label: 'Step', value: `${number(step * 100)} %` }]),
    ...(forecast === null ? [] : [{ label: 'Forecast', value: number(forecast) }]),
    { label: 'Window', value: `${window.from} to ${window.to}` },
    ...(reason === null ? [] : [{ label: 'Reason', value: plain(reason) }]),
  ];
}

/** Four digits tell an alert; a count keeps all of its own. */
function number(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
}
