/**
 * Runs every benchmark in turn, in about an hour. Figures go to `docs/performance`, one file per machine, and
 * `docs/performance.md` is generated from all of them.
 *
 * - `--only NAME`: one group (storing, asking, …)
 * - `--page`: measures nothing and only generates the page
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FlagError, parseFlags } from '../../server/src/base/flags.ts';
import {
  type Column,
  GROUPS,
  type Group,
  isReached,
  type Measured,
  nameOf,
  placeOf,
  type Run,
} from './all/figures.ts';
import { FOLDER } from './all/folder.ts';
import { type Machine, thisMachine } from './all/machine.ts';
import { page } from './all/page.ts';
import { loadOfOthers, notQuiet, watchStolen } from './all/quiet.ts';
import { median } from './queries/measure.ts';
import { progress } from './queries/progress.ts';

export async function run(args: string[]): Promise<void> {
  const options = { only: { type: 'string' }, page: { type: 'boolean', default: false } } as const;
  const { values } = parseFlags({ args, options });
  const machine = thisMachine();
  const column = columnOf(machine);
  for (const run of values.page ? [] : groups(values.only).flatMap(({ runs }) => runs)) {
    const { figures, note } = await measure(run);
    Object.assign(column.figures, figures);
    delete column.notes[nameOf(run)];
    if (note !== null) column.notes[nameOf(run)] = note;
    // Keep what was measured if the next benchmark fails.
    save(column);
  }
  writeFileSync(`${FOLDER}.md`, page(columns()));
  const missed = GROUPS.flatMap(({ runs }) => runs).flatMap((run) =>
    run.figures.filter((figure) => {
      const measured = column.figures[placeOf(run, figure)];
      return measured && !isReached(figure, measured.value);
    }),
  );
  const summary = { machine: machine.name, figures: Object.keys(column.figures).length };
  console.log(JSON.stringify({ bench: 'all', ...summary, missed: missed.map(({ label }) => label) }));
}

function groups(only: string | undefined): readonly Group[] {
  if (only === undefined) return GROUPS;
  const found = GROUPS.filter(({ name }) => name === only);
  if (found.length > 0) return found;
  throw new FlagError(
    `There is no group "${only}". Known ones: ${GROUPS.map(({ name }) => name).join(', ')}.`,
  );
}

async function measure(run: Run): Promise<{ figures: Record<string, Measured>; note: string | null }> {
  const others = notQuiet(await loadOfOthers());
  if (others !== null) progress(`this machine is not quiet: ${others}`);
  const stolen = watchStolen();
  const printed: unknown[] = [];
  const { times = 1 } = run;
  for (let time = 1; time <= times; time++) {
    progress(`${nameOf(run)}, ${time} of ${times}`);
    printed.push(await benchmark(run));
  }
  const during = notQuiet({ busy: 0, stolen: stolen() });
  const figures = run.figures.map((figure) => {
    const values = printed.map((result) => valueAt(result, figure.at));
    const measured = { value: median(values), least: Math.min(...values), most: Math.max(...values) };
    progress(`  ${figure.label}: ${measured.value} ${figure.unit}`);
    return [placeOf(run, figure), measured];
  });
  return { figures: Object.fromEntries(figures), note: others ?? during };
}

/** Runs a benchmark in its own process, as if alone; its last line is the result. */
async function benchmark({ bench, args = [] }: Run): Promise<unknown> {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, bench, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  const line = printed.trim().split('\n').at(-1) ?? '';
  if (!line.startsWith('{'))
    throw new Error(`The bench "${bench}" ended with ${code} and printed no figures.`);
  return JSON.parse(line);
}

function valueAt(result: unknown, at: string): number {
  let value: unknown = result;
  for (const key of at.split('.')) value = new Map(Object.entries(value ?? {})).get(key);
  if (typeof value === 'number') return value;
  throw new Error(`${at} is not a number: ${JSON.stringify(value)}`);
}

function fileOf({ name }: Machine): string {
  return join(FOLDER, `${name.replace(/[^a-z0-9]+/g, '-')}.json`);
}

/** The earlier figures of this machine, overwritten by the new ones. */
function columnOf(machine: Machine): Column {
  const before = columns().find((column) => column.machine.name === machine.name);
  return { machine, figures: { ...before?.figures }, notes: { ...before?.notes } };
}

function columns(): Column[] {
  mkdirSync(FOLDER, { recursive: true });
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return files.sort().map((name): Column => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));
}

function save(column: Column): void {
  writeFileSync(fileOf(column.machine), `${JSON.stringify(column, null, 2)}\n`);
}
