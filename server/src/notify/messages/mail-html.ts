/**
 * The frame of emails in HTML, and what stands in it. Tables and inline styles are what all mail programs understand; the
 * style sheet is for those that know dark colours, and nothing is loaded from elsewhere.
 */

/** The colours of the console: in the light, and in the dark. */
const COLORS = {
  canvas: ['#f7f7f5', '#131516'],
  surface: ['#ffffff', '#1a1d1f'],
  line: ['#e4e4df', '#2b3034'],
  ink: ['#1b1d1f', '#eceeef'],
  pale: ['#565b60', '#a9b0b6'],
  accent: ['#0f766e', '#2dd4bf'],
  onAccent: ['#ffffff', '#06201d'],
  good: ['#137638', '#4ade80'],
  goodSoft: ['#e5f4ea', '#16301f'],
  warn: ['#92580a', '#fbbf24'],
  warnSoft: ['#fbf0dc', '#332710'],
  bad: ['#b42318', '#f97066'],
  badSoft: ['#fdebe9', '#3a1a18'],
} as const satisfies Record<string, readonly [string, string]>;
type Color = keyof typeof COLORS;

const PROPERTIES = { text: 'color', fill: 'background-color', edge: 'border-color' } as const;
type Painted = Partial<Record<keyof typeof PROPERTIES, Color>>;

export type Tone = 'good' | 'warn' | 'bad';

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The attributes of an element with these colours; the classes change them in the dark. */
function look(painted: Painted, style: string): string {
  const all = Object.entries(painted) as [keyof Painted, Color][];
  const colors = all.map(([part, color]) => `${PROPERTIES[part]}:${COLORS[color][0]}`);
  return `class="${all.map(([part, color]) => `${part}-${color}`).join(' ')}" style="${[style, ...colors].join(';')}"`;
}

/** Whatever a piece of HTML asks for by its classes. */
function darkRules(html: string): string {
  const classes = new Set(html.match(/\b(?:text|fill|edge)-[a-zA-Z]+\b/g));
  const rules = (Object.keys(PROPERTIES) as (keyof Painted)[]).flatMap((part) =>
    (Object.keys(COLORS) as Color[])
      .filter((color) => classes.has(`${part}-${color}`))
      .map((color) => `.${part}-${color}{${PROPERTIES[part]}:${COLORS[color][1]}!important}`),
  );
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`;
}

type Frame = {
  title: string;
  /** What mail programs show beside the subject. */
  preview: string;
  application: string;
  parts: readonly string[];
};

/** A whole document: a sheet with the name of the application above it. */
export function mailHtml({ title, preview, application, parts }: Frame): string {
  const body = [
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${look({ fill: 'canvas' }, FONT)}><tr><td align="center" style="padding:24px 12px 32px">`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">',
    `<tr><td style="padding:0 4px 12px;font-size:14px"><b ${look({ text: 'accent' }, 'font-weight:700')}>Parley</b> <span ${look({ text: 'pale' }, '')}>&middot; ${escapeHtml(application)}</span></td></tr>`,
    `<tr><td ${look({ fill: 'surface', edge: 'line', text: 'ink' }, 'padding:24px;border-width:1px;border-style:solid;border-radius:12px;font-size:15px;line-height:1.45')}>`,
    ...parts,
    '</td></tr></table></td></tr></table>',
  ].join('\n');
  const page = look({ fill: 'canvas' }, 'margin:0;padding:0');
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>:root{color-scheme:light dark}${darkRules(page + body)}</style></head>`,
    `<body ${page}>`,
    body,
    '</body></html>',
  ].join('\n');
}

/** A word on its own ground. */
export function mailBadge(text: string, tone: Tone): string {
  const style = 'display:inline-block;padding:2px 8px;border-radius:6px;font-size:13px;font-weight:600';
  return `<span ${look({ text: tone, fill: `${tone}Soft` }, style)}>${escapeHtml(text)}</span>`;
}

export function mailTitle(text: string): string {
  return `<h1 ${look({ text: 'ink' }, 'margin:0;font-size:22px;line-height:1.25;font-weight:700;overflow-wrap:anywhere')}>${escapeHtml(text)}</h1>`;
}

export function mailNote(text: string, style = 'margin:6px 0 0;font-size:14px'): string {
  return `<p ${look({ text: 'pale' }, `${style};overflow-wrap:anywhere`)}>${escapeHtml(text)}</p>`;
}

/** A heading, and something beside it. */
export function mailHeading(text: string, beside = ''): string {
  return [
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:28px 0 4px"><tr>',
    `<td style="font-size:15px;font-weight:700"><h2 style="margin:0;font-size:15px">${escapeHtml(text)}</h2></td>`,
    `<td align="right" ${look({ text: 'pale' }, 'font-size:13px;white-space:nowrap')}>${escapeHtml(beside)}</td>`,
    '</tr></table>',
  ].join('');
}

/** The figure that a message is about, and what it is compared with. */
export function mailFigure({ measure, value, limit }: Record<'measure' | 'value' | 'limit', string>): string {
  return [
    mailNote(measure, 'margin:20px 0 2px;font-size:14px'),
    '<p style="margin:0;line-height:1.2">',
    `<span ${look({ text: 'ink' }, 'font-size:34px;font-weight:700')}>${escapeHtml(value)}</span> `,
    `<span ${look({ text: 'pale' }, 'font-size:16px;white-space:nowrap')}>${escapeHtml(limit)}</span></p>`,
  ].join('');
}

/** How much of a whole is used, as a bar. */
export function mailBar(share: number, tone: Tone): string {
  const percent = Math.round(Math.min(1, Math.max(0.01, share)) * 100);
  const cell = (width: number, color: Color) =>
    width === 0
      ? ''
      : `<td width="${width}%" ${look({ fill: color }, 'height:8px;line-height:8px;font-size:0')}>&nbsp;</td>`;
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:12px 0 0;border-radius:4px;overflow:hidden"><tr>${cell(percent, tone)}${cell(100 - percent, 'line')}</tr></table>`;
}

export type MailRow = { name: string; value: string; note?: string; link?: string };

/** Names on the left, values and notes on the right; `pale` is for rows whose names matter less than their values. */
export function mailTable(rows: readonly MailRow[], { pale = false } = {}): string {
  const withNotes = rows.some(({ note = '' }) => note !== '');
  const cell = 'padding:8px 0;border-width:0 0 1px;border-style:solid;vertical-align:top;font-size:15px';
  const right = `${cell};padding-left:16px;text-align:right;font-variant-numeric:tabular-nums`;
  const edge: Color = 'line';
  const lines = rows.map(({ name, value, note = '', link }) =>
    [
      `<tr><td ${look({ edge, text: pale ? 'pale' : 'ink' }, `${cell};${pale ? 'white-space:nowrap' : 'overflow-wrap:anywhere'}`)}>${linked(name, link)}</td>`,
      `<td align="right" ${look({ edge, text: 'ink' }, `${right};${pale ? 'overflow-wrap:anywhere' : 'font-weight:600;white-space:nowrap'}`)}>${escapeHtml(value)}</td>`,
      withNotes
        ? `<td align="right" ${look({ edge, text: 'pale' }, `${right};white-space:nowrap;width:1%`)}>${escapeHtml(note)}</td>`
        : '',
      '</tr>',
    ].join(''),
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${lines.join('')}</table>`;
}

/** Underlined rather than coloured: a table of links would be a table of colours. */
function linked(text: string, link: string | undefined): string {
  if (link === undefined) return escapeHtml(text);
  return `<a href="${escapeHtml(link)}" ${look({ text: 'ink' }, 'text-decoration:underline')}>${escapeHtml(text)}</a>`;
}

export function mailButton(text: string, link: string): string {
  const style =
    'display:inline-block;padding:11px 20px;border-radius:8px;font-size:15px;font-weight:600;text-decoration:none';
  return `<p style="margin:28px 0 0"><a href="${escapeHtml(link)}" ${look({ fill: 'accent', text: 'onAccent' }, style)}>${escapeHtml(text)}</a></p>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
