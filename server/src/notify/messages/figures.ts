/** Figures as people read them in a message. */
import { type MeasureUnit, measureNamed } from '@parley/contract';

const TEXTS: Record<MeasureUnit, (value: number) => string> = {
  count: number,
  share: percent,
  usd: dollars,
  ms: duration,
  perSecond: number,
  score: number,
  moment: number,
};

export function figureText(measure: string, value: number): string {
  return TEXTS[measureNamed(measure).unit](value);
}

/** `+12%`, `−3%`. */
export function signedPercent(share: number): string {
  const text = percent(Math.abs(share));
  return text === '0%' ? text : `${share > 0 ? '+' : '−'}${text}`;
}

/** Whole, or with as many digits as tell it from its neighbours. */
function number(value: number): string {
  const shown =
    Number.isInteger(value) || Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4));
  return shown.toLocaleString('en', { maximumFractionDigits: 10 });
}

export function percent(share: number): string {
  return `${rounded(share * 100, 2).toLocaleString('en')}%`;
}

export function dollars(value: number): string {
  const digits = value !== 0 && Math.abs(value) < 0.01 ? { maximumSignificantDigits: 2 } : CENTS;
  return value.toLocaleString('en', { style: 'currency', currency: 'USD', ...digits });
}

const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${rounded(ms / 1000, 2)} s`;
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
