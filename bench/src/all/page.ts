/** Generates `docs/performance.md`: one table with a column per machine. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Column,
  type Figure,
  GROUPS,
  type Group,
  isReached,
  type Measured,
  nameOf,
  placeOf,
} from './figures.ts';
import { FOLDER } from './folder.ts';
import type { Machine } from './machine.ts';

const HEAD = `<!-- Written by "npm run bench -- all", out of the files in docs/performance. -->

# Performance

What Parley costs, and how long people wait for it. \`npm run bench -- all\` measures everything below on a machine of yours
and adds a column; each group can be measured alone (\`npm run bench -- all --only storing\`), and each benchmark by its name
(\`npm run bench -- cost\`). Whatever can be is a ratio within one run: to a bare server of Node that reads, parses and answers,
to PostgreSQL with the same rows and indexes, or to the engine asked straight. Noisy figures are medians of several runs.

A figure in **bold** does not reach its goal; a dash was not measured on that machine.
`;

export function page(columns: readonly Column[]): string {
  return [
    HEAD,
    machines(columns.map(({ machine }) => machine)),
    ...GROUPS.map((group) => section(group, columns)),
  ].join('\n');
}

function machines(all: readonly Machine[]): string {
  const rows = all.map(
    ({ name, processor, memoryGb, node, commit, date }) =>
      `| ${name} | ${processor} | ${memoryGb} GB | ${node} | ${commit} | ${date} |`,
  );
  return `## Machines

| machine and engine | processor | memory | Node | commit | date |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

function section({ title, explanation, runs, charts = [] }: Group, columns: readonly Column[]): string {
  const figures = runs.flatMap((run) =>
    run.figures.map((figure) => ({ ...figure, place: placeOf(run, figure) })),
  );
  const rows = figures.map((figure) => {
    const cells = columns.map(({ figures: measured }) => cell(figure, measured[figure.place]));
    return `| ${figure.label} | ${goalText(figure)} | ${cells.join(' | ')} |`;
  });
  const notes = columns.flatMap(({ machine, notes }) =>
    runs.map(nameOf).flatMap((name) => (notes[name] ? [`- ${machine.name}, ${name}: ${notes[name]}.`] : [])),
  );
  return `## ${title}

${explanation}

| figure | goal | ${columns.map(({ machine }) => machine.name).join(' | ')} |
|---|---|${columns.map(() => '---').join('|')}|
${rows.join('\n')}
${notes.length > 0 ? `\n${notes.join('\n')}\n` : ''}${pictures(charts)}`;
}

/** The charts that exist. */
function pictures(charts: readonly string[]): string {
  const drawn = charts.filter((name) => existsSync(join(FOLDER, name)));
  return drawn.map((name) => `\n![${name.replace(/\W+|svg/g, ' ').trim()}](performance/${name})\n`).join('');
}

function goalText({ atMost, atLeast, unit }: Figure): string {
  if (atMost !== undefined) return `≤ ${withUnit(atMost, unit)}`;
  if (atLeast !== undefined) return `≥ ${withUnit(atLeast, unit)}`;
  return '';
}

/** The value, its spread if measured several times, and a bar relative to its goal. */
function cell(figure: Figure, measured: Measured | undefined): string {
  if (!measured) return '–';
  const { value, least, most } = measured;
  const text = withUnit(value, figure.unit);
  const shown = isReached(figure, value) ? text : `**${text}**`;
  const spread = least === most ? '' : ` (${short(least)} to ${short(most)})`;
  const goal = figure.atMost ?? figure.atLeast;
  return `${shown}${spread}${goal ? ` ${bar(value / goal)}` : ''}`;
}

const BAR = 8;

/** The goal is at five of eight segments. */
function bar(share: number): string {
  const full = Math.max(0, Math.min(BAR, Math.round(share * 5)));
  return `\`${'█'.repeat(full)}${'░'.repeat(BAR - full)}\``;
}

function withUnit(value: number, unit: string): string {
  return unit === '' ? short(value) : `${short(value)} ${unit}`;
}

function short(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
