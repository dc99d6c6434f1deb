/** A data set as the files of an archive: the lines, and the manifest. */
import type { DatasetFormat, DatasetNote, DatasetUnit } from '@parley/contract';
import { chunks } from '../export/chunks.ts';
import type { ZipFile } from '../export/zip.ts';
import { Inexpressible } from './example.ts';
import { writeAnthropic } from './formats/anthropic.ts';
import type { Write } from './formats/format.ts';
import { writeGemini } from './formats/gemini.ts';
import { writeOpenAi, writePreference } from './formats/openai.ts';
import { writePlain } from './formats/plain.ts';
import { writeShareGpt } from './formats/sharegpt.ts';
import { type ExampleSource, makeExample } from './make-example.ts';
import { Manifest } from './manifest.ts';
import { ANTHROPIC } from './rules/anthropic.ts';
import { GEMINI } from './rules/gemini.ts';
import { OPENAI, PREFERENCE } from './rules/openai.ts';
import { PLAIN } from './rules/plain.ts';
import type { Rules } from './rules/rule.ts';
import { SHAREGPT } from './rules/sharegpt.ts';

const FORMATS: Record<DatasetFormat, { write: Write; rules: Rules }> = {
  openai: { write: writeOpenAi, rules: OPENAI },
  preference: { write: writePreference, rules: PREFERENCE },
  anthropic: { write: writeAnthropic, rules: ANTHROPIC },
  gemini: { write: writeGemini, rules: GEMINI },
  sharegpt: { write: writeShareGpt, rules: SHAREGPT },
  plain: { write: writePlain, rules: PLAIN },
};

/** An interaction to make a line of. */
export type DatasetItem = Omit<ExampleSource, 'per'> & {
  notes: readonly DatasetNote[];
  /** Other interactions of its session, where that has one line. */
  earlierTurns: number;
};

export type DatasetOf = {
  format: DatasetFormat;
  per: DatasetUnit;
  filters: Record<string, unknown>;
  madeBy: string;
};

export async function* datasetFiles(
  items: AsyncIterable<DatasetItem>,
  { format, per, filters, madeBy }: DatasetOf,
): AsyncGenerator<ZipFile, void, undefined> {
  const manifest = new Manifest({ format, per, madeBy, filters });
  yield { name: 'data.jsonl', bytes: chunks(lines(items, format, per, manifest)) };
  const warnings = FORMATS[format].rules.file(manifest.lines);
  yield { name: 'manifest.json', bytes: chunks(manifest.text(new Date(), warnings)) };
}

async function* lines(
  items: AsyncIterable<DatasetItem>,
  format: DatasetFormat,
  per: DatasetUnit,
  manifest: Manifest,
): AsyncGenerator<string> {
  for await (const item of items) {
    manifest.addEarlierTurns(item.earlierTurns);
    const made = lineOf(item, format, per);
    if (made instanceof Inexpressible) manifest.leaveOut(item.record.id, made.reason, made.detail);
    else {
      manifest.addLine(item.record.id, made.line, made.notes, made.corrected);
      yield `${made.line}\n`;
    }
  }
}

type Line = { line: string; notes: Set<DatasetNote>; corrected: boolean };

/** Every line is read as the provider would read it, before it is let out. */
export function lineOf(item: DatasetItem, format: DatasetFormat, per: DatasetUnit): Line | Inexpressible {
  const { write, rules } = FORMATS[format];
  const notes = new Set(item.notes);
  const note = (name: DatasetNote) => void notes.add(name);
  try {
    const example = makeExample({ ...item, per }, note);
    const line = JSON.stringify(write(example, note)).toWellFormed();
    const broken = rules.line(JSON.parse(line));
    if (broken !== null) return new Inexpressible('rules', broken);
    return { line, notes, corrected: example.corrected };
  } catch (error) {
    if (error instanceof Inexpressible) return error;
    throw error;
  }
}
