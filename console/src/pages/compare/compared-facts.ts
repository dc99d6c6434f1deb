/** The facts of two interactions, side by side. */
import type { Interaction } from '@parley/contract';
import { errorText } from '../../conversation/error-text.ts';
import { count, exactTime, milliseconds, NONE } from '../../lib/format.ts';
import { usd } from '../../lib/money.ts';
import { formatName, providerName, valueName } from '../../lib/upstream-names.ts';
import { ANONYMOUS, userName } from '../../lib/user-name.ts';

export type ComparedFact = {
  name: string;
  a: string;
  b: string;
  differs: boolean;
  /** How much more or less the second has: "+20%". */
  change?: string;
};

type Facts = Pick<
  Interaction,
  | 'requestedAt'
  | 'requestedModel'
  | 'model'
  | 'provider'
  | 'format'
  | 'type'
  | 'outcome'
  | 'finishReason'
  | 'error'
  | 'usage'
  | 'cost'
  | 'latencyMs'
  | 'firstTokenMs'
  | 'user'
  | 'session'
  | 'labels'
>;

export function comparedFacts(a: Facts, b: Facts, timeZone: string): ComparedFact[] {
  const texts = (name: string, read: (one: Facts) => string | null): ComparedFact => ({
    name,
    a: read(a) ?? NONE,
    b: read(b) ?? NONE,
    differs: read(a) !== read(b),
  });
  const figures = (
    name: string,
    read: (one: Facts) => number | null,
    format: (value: number | null) => string,
  ): ComparedFact => ({
    name,
    a: format(read(a)),
    b: format(read(b)),
    differs: read(a) !== read(b),
    ...changeOf(read(a), read(b)),
  });
  const labels = [...new Set([...Object.keys(a.labels), ...Object.keys(b.labels)])].sort();
  const facts = [
    // The times of two interactions nearly always differ, which says nothing about them.
    { ...texts('Requested', ({ requestedAt }) => exactTime(requestedAt, timeZone)), differs: false },
    texts('Requested model', ({ requestedModel }) => requestedModel),
    texts('Model', ({ model }) => model),
    texts('Provider', ({ provider }) => (provider === null ? null : providerName(provider))),
    texts('Format', ({ format, type }) => `${formatName(format)} · ${type}`),
    texts('Outcome', ({ outcome }) => valueName('outcome', outcome)),
    texts('Finish reason', ({ finishReason }) => finishReason),
    texts('Error', ({ error }) => (error ? errorText(error) : null)),
    figures('Input tokens', ({ usage }) => usage.input, count),
    figures('Cached input tokens', ({ usage }) => usage.cachedInput, count),
    figures('Output tokens', ({ usage }) => usage.output, count),
    figures('Reasoning tokens', ({ usage }) => usage.reasoning, count),
    figures('Cost', ({ cost }) => cost?.usd ?? null, usd),
    figures('Latency', ({ latencyMs }) => latencyMs, milliseconds),
    figures('First token', ({ firstTokenMs }) => firstTokenMs, milliseconds),
    texts('User', ({ user }) => (user?.key ? userName(user, user.key) : ANONYMOUS)),
    texts('Session', ({ session }) => session),
    ...labels.map((name) =>
      // A label may be named `constructor`, which all objects have.
      texts(name, (one) => (Object.hasOwn(one.labels, name) ? (one.labels[name] ?? null) : null)),
    ),
  ];
  // What neither has is left out.
  return facts.filter((fact) => fact.a !== NONE || fact.b !== NONE);
}

function changeOf(a: number | null, b: number | null): { change?: string } {
  if (a === null || b === null || a === b || a === 0) return {};
  const share = Math.round(((b - a) / a) * 100);
  if (share === 0) return {};
  return { change: share >= 1000 ? `× ${count(b / a)}` : `${share > 0 ? '+' : '−'}${Math.abs(share)}%` };
}
