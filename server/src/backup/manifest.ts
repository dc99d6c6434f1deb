/**
 * The contents of a backup: a folder of compressed files, and `manifest.json`, which is written last and has
 * the checksum of every file. A folder without it is not a backup.
 *
 *   metadata.jsonl.zst            accounts, keys, settings, the ledger: a row a line
 *   interactions/APP/DAY/N.zst    rows as the store takes them (RowBinary, in the columns of the manifest)
 *   rejections/APP/DAY/N.zst      the same
 *   outlines/APP/DAY/N.zst        the same
 *   scores/APP/DAY/N.zst          the same
 *   journal/SEGMENT.zst           what this node had received and the store did not have yet
 *
 * An incremental backup has the days that have changed, and refers to the files of the earlier one for the
 * rest.
 *
 * The manifest's own checksum detects damage, not tampering: an attacker can compute it again. So every name
 * in it must be exactly what a backup would have called it (`names.ts`).
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '../base/write-file-atomically.ts';
import { Slice } from '../transfer/day-slices.ts';
import { OUTLINES, SCORES } from '../transfer/tables.ts';
import { wrongNames } from './names.ts';

/** Something is wrong with a backup or its destination; the message says what to do. */
export class BackupError extends Error {}

/** `path`: relative to the folder of the backup; for files of an earlier backup, it leads out of it. */
export const FileSum = z.object({
  path: z.string().max(4096),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FileSum = z.infer<typeof FileSum>;

/** The id of an application or a node: nothing that could form a path, a line or an option. */
const Name = z.string().regex(/^\w[\w-]{0,63}$/);

export const SlicedFiles = Slice.extend({
  appId: Name,
  rows: z.int().nonnegative(),
  checksum: z.string().regex(/^\d{1,20}$/),
  files: z.array(FileSum),
});
export type SlicedFiles = z.infer<typeof SlicedFiles>;

const Table = z.object({ columns: z.array(z.string()), slices: z.array(SlicedFiles) });

const Contents = z.object({
  format: z.literal(1),
  id: z.uuid(),
  version: z
    .string()
    .regex(/^[\w.+-]{1,64}$/)
    .describe('Of Parley'),
  createdAt: z.iso.datetime(),
  since: z.uuid().nullable().describe('The id of the backup whose files it names'),
  storeSteps: z.int().nonnegative().describe('Migrations of the store behind it'),
  metadata: z.object({ steps: z.array(z.string()), rows: z.int().nonnegative(), file: FileSum }),
  tables: z.object({
    interactions: Table,
    rejections: Table,
    // Backups of earlier versions have none.
    outlines: Table.default({ columns: [...OUTLINES.columns], slices: [] }),
    scores: Table.default({ columns: [...SCORES.columns], slices: [] }),
  }),
  journal: z
    .object({ node: Name, segments: z.array(FileSum) })
    .nullable()
    .describe('Null when there was none where it was made'),
  leftOut: z
    .array(z.object({ node: Name, waiting: z.int().nonnegative() }))
    .describe('Nodes that did not answer, and what waits in their journals'),
});
export type Manifest = z.infer<typeof Contents>;

export const Manifest = Contents.superRefine((manifest, context) => {
  for (const path of wrongNames(manifest))
    context.addIssue({ code: 'custom', path: [...path], message: 'No backup has this name' });
});

const Sealed = z.object({ manifest: z.unknown(), sha256: z.string() });
const MANIFEST_FILE = 'manifest.json';
/** What the folder of an unfinished backup may contain. */
export const BACKUP_ENTRIES: readonly string[] = [
  'metadata.jsonl.zst',
  'interactions',
  'rejections',
  'outlines',
  'scores',
  'journal',
  `${MANIFEST_FILE}.new`,
];

export function writeManifest(folder: string, manifest: Manifest): void {
  Manifest.parse(manifest);
  const sealed = { manifest, sha256: sumOf(manifest) };
  writeFileAtomically(join(folder, MANIFEST_FILE), `${JSON.stringify(sealed)}\n`);
}

export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, MANIFEST_FILE), 'utf8');
  } catch {
    throw new BackupError(
      `${folder} is no backup, or one that was not finished: it has no ${MANIFEST_FILE}. Take another one, or make it again.`,
    );
  }
  try {
    const sealed = Sealed.parse(JSON.parse(text));
    if (sumOf(sealed.manifest) !== sealed.sha256) throw new Error('the sum is another one');
    return Manifest.parse(sealed.manifest);
  } catch (error) {
    // Report where, but not the value: it may be anything.
    const at = error instanceof z.ZodError ? ` (at ${error.issues[0]?.path.join('.')})` : '';
    throw new BackupError(
      `The ${MANIFEST_FILE} of ${folder} is damaged, or of a version that this one does not know${at}. Take another backup.`,
    );
  }
}

export function filesOf({ metadata, tables, journal }: Manifest): FileSum[] {
  const slices = Object.values(tables).flatMap((table) => table.slices);
  return [metadata.file, ...slices.flatMap(({ files }) => files), ...(journal?.segments ?? [])];
}

export function rowsOf({ tables }: Manifest): number {
  return tables.interactions.slices.reduce((sum, { rows }) => sum + rows, 0);
}

function sumOf(manifest: unknown): string {
  return hash('sha256', JSON.stringify(manifest), 'hex');
}
