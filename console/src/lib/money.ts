/**
 * Amounts in US dollars: two decimals from one cent up, below that two significant digits. Null is an unknown
 * amount, which is not zero.
 */
import { NONE } from './format.ts';

type Amount = number | null | undefined;

const CENT = 0.01;
/** Smaller amounts are only said to be smaller. */
const LEAST = 0.0001;
const LEAST_DECIMALS = 4;
const CENTS = 2;
/** Decimals that show two digits of the least amount. */
const MAX_DECIMALS = 5;
const MILLION = 1_000_000;
/** A double has 15 to 17 significant digits; the last ones may be noise of a sum. */
const EXACT_DIGITS = 12;

const formats = Array.from({ length: 9 }, (_, decimals) => {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', ...digits });
});
const millions = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 2,
});

const exact = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: CENTS,
  maximumFractionDigits: 20,
});

/** One amount, on its own. */
export function usd(value: Amount): string {
  if (value === null || value === undefined) return NONE;
  return dollars(value, decimalsFor(Math.abs(value)));
}

/** Amounts in a column have the same number of decimals. */
export function usdColumn(values: readonly Amount[]): (value: Amount) => string {
  return usdIn(usdDecimals(values));
}

/** The decimals of a column, as many as the median of its amounts needs. */
export function usdDecimals(values: readonly Amount[]): number {
  return decimalsFor(median(values.flatMap((value) => (value ? [Math.abs(value)] : []))));
}

/** The format of a column with these decimals. */
export function usdIn(decimals: number): (value: Amount) => string {
  return (value) => (value === null || value === undefined ? NONE : dollars(value, decimals));
}

/** Amounts on an axis: the fewest decimals that tell them apart. */
export function usdAxis(ticks: readonly number[]): (value: number) => string {
  const isExact = (decimals: number) =>
    ticks.every((tick) => Math.abs(Number(tick.toFixed(decimals)) - tick) < 1e-12);
  const decimals = [2, 3, 4, 5, 6, 7, 8].find(isExact) ?? 8;
  const short = Math.max(...ticks) >= 10_000;
  return (value) => (short && value !== 0 ? millions.format(value) : plain(value, decimals));
}

/** The figure behind an amount, for tooltips and calculations. */
export function exactUsd(value: Amount): string {
  if (value === null || value === undefined) return NONE;
  return exact.format(Number(value.toPrecision(EXACT_DIGITS)));
}

/** Two from one cent up; else as many as show two significant digits. */
function decimalsFor(amount: number): number {
  if (amount === 0 || Number(amount.toPrecision(2)) >= CENT) return CENTS;
  return Math.min(MAX_DECIMALS, 1 - Math.floor(Math.log10(Number(amount.toPrecision(2)))));
}

/** An amount that is not zero is never shown as zero. */
function dollars(value: number, decimals: number): string {
  const amount = Math.abs(value);
  const least = decimals === CENTS ? CENT : LEAST;
  const isTooSmall = decimals === CENTS ? amount < CENT / 2 : amount < LEAST;
  if (amount > 0 && isTooSmall) {
    const limit = plain(least, decimals === CENTS ? CENTS : LEAST_DECIMALS);
    return value > 0 ? `< ${limit}` : `> -${limit}`;
  }
  return amount >= MILLION ? millions.format(value) : plain(value, decimals);
}

function plain(value: number, decimals: number): string {
  return formats[decimals]?.format(value) ?? String(value);
}

function median(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
