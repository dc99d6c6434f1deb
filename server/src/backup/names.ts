/** The names of the files in a backup. Any other name is refused before it is used for reading or writing. */
import { Text } from '@parley/contract';

type File = { path: string };

/** The names in a manifest. */
export type Named = {
  since: string | null;
  metadata: { file: File };
  tables: Record<string, { columns: string[]; slices: { appId: string; day: string; files: File[] }[] }>;
  journal: { segments: File[] } | null;
};

type Place = readonly (string | number)[];

export const METADATA_FILE = 'metadata.jsonl.zst';

/** `number`: of the chunk, from 1. */
export function sliceFile(table: string, { appId, day }: { appId: string; day: string }, number: number) {
  return `${table}/${appId}/${day}/${number}.zst`;
}

export function segmentFile(segment: number): string {
  return `journal/${segment}.zst`;
}

/** The segment of a journal file; throws for any other name. */
export function segmentOf(path: string): number {
  const segment = Number(/^journal\/(\d{1,12})\.zst$/.exec(path)?.[1]);
  if (segmentFile(segment) === path) return segment;
  throw new Error('This is no file of a journal.');
}

/** Where a manifest differs from what a backup would have written. */
export function wrongNames({ metadata, tables, journal, since }: Named): Place[] {
  const wrong: Place[] = [];
  const expect = (isRight: boolean, ...place: Place) => {
    if (!isRight) wrong.push(place);
  };
  expect(metadata.file.path === METADATA_FILE, 'metadata', 'file', 'path');
  for (const [table, { columns, slices }] of Object.entries(tables)) {
    expect(isEachOnce(columns), 'tables', table, 'columns');
    expect(isEachOnce(slices.map(({ appId, day }) => `${appId} ${day}`)), 'tables', table, 'slices');
    for (const [i, slice] of slices.entries())
      for (const [n, { path }] of slice.files.entries()) {
        const name = sliceFile(table, slice, n + 1);
        const isRight = path === name || (since !== null && isElsewhere(path, name));
        expect(isRight, 'tables', table, 'slices', i, 'files', n, 'path');
      }
  }
  let last = -1;
  for (const [i, { path }] of (journal?.segments ?? []).entries()) {
    const segment = isSegment(path) ? segmentOf(path) : -1;
    expect(segment > last, 'journal', 'segments', i, 'path');
    last = segment;
  }
  return wrong;
}

function isSegment(path: string): boolean {
  try {
    return segmentOf(path) >= 0;
  } catch {
    return false;
  }
}

/** A file of an earlier backup: the path leads out of this folder first, and then only inwards. */
function isElsewhere(path: string, name: string): boolean {
  if (!path.endsWith(`/${name}`) || !Text.safeParse(path).success) return false;
  const way = path.slice(0, -name.length - 1).split('/');
  const inwards = way.slice(way.lastIndexOf('..') + 1);
  const outwards = way.slice(0, way.length - inwards.length);
  return (
    outwards.length > 0 &&
    outwards.every((step) => step === '..') &&
    inwards.every((step) => step !== '' && step !== '.')
  );
}

function isEachOnce(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}
