/** An explanation in words. */
import { type CausePart, type ExplainedMeasure, type Factor, labelOf, providerNamed } from '@parley/contract';

type Naming = { name: string; format: (value: number) => string; kind: 'amount' | 'rate' | 'level' };

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const twoDigits = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const cents = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function money(value: number): string {
  if (value !== 0 && value < 0.0001) return '< $0.0001';
  return `$${value === 0 || value >= 0.01 ? cents.format(value) : twoDigits.format(value)}`;
}

function amount(value: number): string {
  return value < 10_000 ? whole.format(value) : compact.format(value);
}

function milliseconds(value: number): string {
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(value < 10_000 ? 2 : 1)} s`;
}

function percent(share: number): string {
  return `${share !== 0 && share < 0.1 ? (100 * share).toFixed(1) : Math.round(100 * share)}%`;
}

const NAMES: Record<ExplainedMeasure, Naming> = {
  costUsd: { name: 'Cost', format: money, kind: 'amount' },
  interactions: { name: 'Calls', format: amount, kind: 'amount' },
  totalTokens: { name: 'Tokens', format: amount, kind: 'amount' },
  inputTokens: { name: 'Input tokens', format: amount, kind: 'amount' },
  outputTokens: { name: 'Output tokens', format: amount, kind: 'amount' },
  errorRate: { name: 'The error rate', format: percent, kind: 'rate' },
  blockedRate: { name: 'The share of blocked calls', format: percent, kind: 'rate' },
  truncatedRate: { name: 'The share of truncated answers', format: percent, kind: 'rate' },
  latencyMean: { name: 'Mean latency', format: milliseconds, kind: 'level' },
  latencyP50: { name: 'Latency p50', format: milliseconds, kind: 'level' },
  latencyP95: { name: 'Latency p95', format: milliseconds, kind: 'level' },
  firstTokenP50: { name: 'Time to first token p50', format: milliseconds, kind: 'level' },
  firstTokenP95: { name: 'Time to first token p95', format: milliseconds, kind: 'level' },
};

/** The name of a user by key. */
export type NameOf = (user: string) => string | undefined;

export type Told = {
  measure: ExplainedMeasure;
  now: number | null;
  before: number | null;
  /** The earlier percentile, above which calls count. */
  threshold: number | null;
  interactions: { now: number; before: number };
  /** So few calls that the change may be chance. */
  isChance: boolean;
  nameOf: NameOf;
};

export type ToldCause = {
  parts: readonly CausePart[];
  share: number | null;
  interactions: { now: number; before: number };
  factors: readonly Factor[];
};

export function sentenceOf(told: Told, first: ToldCause | undefined): string {
  const { measure, now, before, interactions } = told;
  const { name } = NAMES[measure];
  if (interactions.now + interactions.before === 0) return 'There were no calls in either period.';
  if (interactions.before === 0)
    return 'There were no calls in the period before, so there is nothing to compare with.';
  if (now === null || before === null) return `${name} was not measured in both periods.`;
  if (now === before) return `${name} did not change.`;
  const change = changeText(NAMES[measure], now, before);
  if (told.isChance)
    return `${change}. With ${callsText(interactions.now)}, and ${amount(interactions.before)} before, that may be chance.`;
  return first ? `${change}: ${causeText(told, first)}.` : `${change}.`;
}

/** Cost rose by $4.10 (+112%). The error rate rose from 2.0% to 9.4%. */
function changeText({ name, format, kind }: Naming, now: number, before: number): string {
  const verb = now > before ? 'rose' : 'fell';
  const relative = before === 0 ? '' : ` (${signed(now / before - 1)})`;
  if (kind === 'amount') return `${name} ${verb} by ${format(Math.abs(now - before))}${relative}`;
  return `${name} ${verb} from ${format(before)} to ${format(now)}${kind === 'level' ? relative : ''}`;
}

function signed(change: number): string {
  return `${change > 0 ? '+' : '−'}${percent(Math.abs(change))}`;
}

function causeText(told: Told, cause: ToldCause): string {
  const how = howOf(told, cause);
  // Of a rate, the whole would only be said again.
  if (cause.parts.length === 0)
    return NAMES[told.measure].kind === 'amount'
      ? `across the board${how === null ? '' : `, ${how}`}`
      : 'no single cause stands out';
  return `${shareText(cause.share)} by ${partsText(cause.parts, told.nameOf)}${how === null ? '' : `, ${how}`}`;
}

function callsText(calls: number): string {
  return calls === 1 ? '1 call' : `${amount(calls)} calls`;
}

function shareText(share: number | null): string {
  if (share === null || Math.abs(share - 1) < 0.005) return 'all of it';
  return share > 1 ? 'more than all of it' : `${percent(share)} of it`;
}

/** gpt-4o for label feature=summary */
function partsText(parts: readonly CausePart[], nameOf: NameOf): string {
  return parts.map((part) => partText(part, nameOf)).join(' for ');
}

function partText({ dimension, value }: CausePart, nameOf: NameOf): string {
  const label = labelOf(dimension);
  if (label !== null) return `label ${label}=${value ?? ''}`;
  if (dimension === 'requestedModel') return value ?? 'calls without a model';
  if (dimension === 'user') return value === null ? 'anonymous users' : `user ${nameOf(value) ?? value}`;
  if (dimension === 'prompt') return value === null ? 'calls without a prompt' : `prompt ${value}`;
  if (dimension === 'provider')
    return value === null ? 'unknown providers' : (providerNamed(value)?.label ?? value);
  return `${KINDS.get(dimension) ?? dimension} ${value ?? ''}`;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['model', 'response model'],
  ['app', 'application'],
]);

/** How a cause moved the measure, as a sentence of its own. */
export function causeSentence(told: Told, cause: ToldCause): string {
  const how = howOf(told, cause)?.replace(/^(because|with|whose|where) /, '') ?? '';
  return how.charAt(0).toUpperCase() + how.slice(1);
}

/** How they moved it, as a part of a sentence; null where there is nothing to say beside the amount. */
function howOf(told: Told, { interactions, factors, parts }: ToldCause): string | null {
  if (parts.length > 0 && interactions.before === 0) return 'not there before';
  if (parts.length > 0 && interactions.now === 0) return 'no longer there';
  const [most] = factors.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  if (!most) return `with ${timesText(interactions.now / interactions.before, 'the calls', 'calls')}`;
  if (most.name === 'rate') return rateText(told, most);
  if (most.now === null || most.before === null) return null;
  if (most.name === 'mix')
    return `whose share of the calls went from ${percent(most.before)} to ${percent(most.now)}`;
  if (most.before === 0) return most.name === 'pricePerToken' ? 'which had no price before' : null;
  const ratio = most.now / most.before;
  if (most.name === 'calls') return `with ${timesText(ratio, 'the calls', 'calls')}`;
  if (most.name === 'tokensPerCall')
    return `because each call used ${timesText(ratio, 'the tokens', 'tokens')}`;
  const unit = most.name === 'pricePerToken' ? 'token' : 'call';
  return `because each ${unit} cost ${timesText(ratio, 'as much', '')}`;
}

function rateText({ measure, threshold }: Told, { now, before }: Factor): string | null {
  if (now === null || before === null) return null;
  if (threshold !== null)
    return `where calls above ${milliseconds(threshold)} went from ${percent(before)} to ${percent(now)}`;
  const { format } = NAMES[measure];
  return `where it went from ${format(before)} to ${format(now)}`;
}

/** 2.3 times the tokens; 35% more tokens; 40% fewer tokens. */
function timesText(ratio: number, times: string, things: string): string {
  if (ratio >= 1.95) return `${ratio < 10 ? ratio.toFixed(1) : whole.format(ratio)} times ${times}`;
  const less = things === '' ? 'less' : 'fewer';
  return `${percent(Math.abs(ratio - 1))} ${ratio > 1 ? 'more' : less} ${things}`.trimEnd();
}
