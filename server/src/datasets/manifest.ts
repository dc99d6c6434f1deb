/** The manifest of a data set: what is in the file, what is not, and why. */
import { createHash } from 'node:crypto';
import {
  DATASET_NOTES,
  type DatasetManifest,
  type DatasetNote,
  LEFT_OUT,
  type LeftOut,
} from '@parley/contract';
import { Column } from './compact.ts';

const NOTES = Object.keys(DATASET_NOTES) as DatasetNote[];
const REASONS = Object.keys(LEFT_OUT) as LeftOut[];
/** Different details that are kept; those of more interactions are left away. */
const MAX_DETAILS = 1000;
const DETAIL_LENGTH = 300;

export type ManifestHead = Pick<DatasetManifest, 'format' | 'per' | 'madeBy' | 'filters'>;

export class Manifest {
  readonly #head: ManifestHead;
  readonly #hashes = new Column(32);
  readonly #lineIds = new Column(16);
  readonly #lineNotes = new Column(1);
  readonly #leftIds = new Column(16);
  readonly #leftReasons = new Column(1);
  /** 0 for none. */
  readonly #leftDetails = new Column(2);
  readonly #details = new Map<string, number>();
  #corrected = 0;
  #earlierTurns = 0;

  constructor(head: ManifestHead) {
    this.#head = head;
  }

  get lines(): number {
    return this.#hashes.length;
  }

  addLine(interaction: string, line: string, notes: ReadonlySet<DatasetNote>, corrected: boolean): void {
    this.#hashes.add(createHash('sha256').update(line).digest());
    this.#lineIds.add(bytesOf(interaction));
    this.#lineNotes.add([NOTES.reduce((bits, note, i) => (notes.has(note) ? bits | (1 << i) : bits), 0)]);
    if (corrected) this.#corrected++;
  }

  addEarlierTurns(count: number): void {
    this.#earlierTurns += count;
  }

  leaveOut(interaction: string, reason: LeftOut, detail?: string): void {
    this.#leftIds.add(bytesOf(interaction));
    this.#leftReasons.add([REASONS.indexOf(reason)]);
    const place = detail === undefined ? 0 : this.#placeOf(detail.slice(0, DETAIL_LENGTH));
    this.#leftDetails.add([place >> 8, place & 0xff]);
  }

  #placeOf(detail: string): number {
    const known = this.#details.get(detail);
    if (known !== undefined) return known;
    if (this.#details.size === MAX_DETAILS) return 0;
    const place = this.#details.size + 1;
    this.#details.set(detail, place);
    return place;
  }

  /** As JSON, in pieces. */
  *text(madeAt: Date, warnings: readonly string[]): Generator<string> {
    const leftOutBy = tally(this.#leftReasons, ([reason = 0]) => [REASONS[reason]]);
    const notes = tally(this.#lineNotes, ([bits = 0]) => notesIn(bits));
    const head = {
      ...this.#head,
      madeAt: madeAt.toISOString(),
      counts: {
        interactions: this.lines + this.#earlierTurns + this.#leftIds.length,
        lines: this.lines,
        corrected: this.#corrected,
        earlierTurns: this.#earlierTurns,
        leftOut: this.#leftIds.length,
        leftOutBy,
        notes,
      },
      warnings,
      meanings: Object.fromEntries([
        ...REASONS.filter((reason) => reason in leftOutBy).map((reason) => [reason, LEFT_OUT[reason]]),
        ...NOTES.filter((note) => note in notes).map((note) => [note, DATASET_NOTES[note]]),
      ]),
    };
    yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "lines": [`;
    yield* joined(this.#hashes.length, (i) => this.#line(i));
    yield '],\n  "leftOut": [';
    const details = [...this.#details.keys()];
    yield* joined(this.#leftIds.length, (i) => this.#left(i, details));
    yield ']\n}\n';
  }

  #line(i: number): DatasetManifest['lines'][number] {
    const notes = notesIn(this.#lineNotes.at(i)[0] ?? 0);
    return {
      sha256: Buffer.from(this.#hashes.at(i)).toString('hex'),
      interaction: uuidOf(this.#lineIds.at(i)),
      ...(notes.length === 0 ? {} : { notes }),
    };
  }

  #left(i: number, details: readonly string[]): DatasetManifest['leftOut'][number] {
    const [high = 0, low = 0] = this.#leftDetails.at(i);
    const detail = details[high * 256 + low - 1];
    return {
      interaction: uuidOf(this.#leftIds.at(i)),
      reason: REASONS[this.#leftReasons.at(i)[0] ?? 0] ?? '',
      ...(detail === undefined ? {} : { detail }),
    };
  }
}

function* joined(count: number, itemOf: (i: number) => unknown): Generator<string> {
  for (let i = 0; i < count; i++) yield `${i === 0 ? '\n' : ',\n'}    ${JSON.stringify(itemOf(i))}`;
  if (count > 0) yield '\n  ';
}

function tally<Name extends string>(
  column: Column,
  namesOf: (entry: Uint8Array) => readonly (Name | undefined)[],
): Partial<Record<Name, number>> {
  const counts: Partial<Record<Name, number>> = {};
  for (let i = 0; i < column.length; i++) {
    for (const name of namesOf(column.at(i))) if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function notesIn(bits: number): DatasetNote[] {
  return NOTES.filter((_, i) => bits & (1 << i));
}

function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function uuidOf(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
