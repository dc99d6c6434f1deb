/** Small files in a data folder that record an unfinished restore or move, or where its contents went. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '../base/write-file-atomically.ts';

/** Thrown when an unfinished operation must be completed first, or the contents have moved elsewhere. */
export class DataFolderUnusable extends Error {}

const NOTES = {
  /** A backup is being restored into it. */
  restoring: z.object({ backup: z.string() }),
  /** Its contents, or those of its servers, are being moved there. */
  moving: z.object({ to: z.string() }),
  /** What was moved out of it, and where the store went. */
  moved: z.object({
    at: z.string(),
    store: z.boolean(),
    metadata: z.boolean(),
    to: z.string().optional(),
  }),
};

type Notes = typeof NOTES;
type Name = keyof Notes;

export function readNote<N extends Name>(folder: string, name: N): z.output<Notes[N]> | null {
  try {
    return NOTES[name].parse(JSON.parse(readFileSync(pathOf(folder, name), 'utf8'))) as z.output<Notes[N]>;
  } catch {
    return null;
  }
}

export function writeNote<N extends Name>(folder: string, name: N, note: z.output<Notes[N]>): void {
  writeFileAtomically(pathOf(folder, name), `${JSON.stringify(note)}\n`);
}

export function removeNote(folder: string, name: Name): void {
  rmSync(pathOf(folder, name), { force: true });
}

/** For a server: contents that were moved elsewhere must not be continued here. */
export function refuseMoved(folder: string, config: { clickhouse: unknown; databaseUrl: unknown }): void {
  const moved = readNote(folder, 'moved');
  const missing = [
    ...(moved?.store && config.clickhouse === null ? ['PARLEY_CLICKHOUSE_URL'] : []),
    ...(moved?.metadata && config.databaseUrl === null ? ['PARLEY_DATABASE_URL'] : []),
  ];
  if (moved && missing.length > 0)
    throw new DataFolderUnusable(
      `What ${folder} had was moved to servers on ${moved.at}: set ${missing.join(' and ')}. To go on with what is left here instead, remove ${pathOf(folder, 'moved')}.`,
    );
}

/** For everyone who opens the folder, except to continue the restore. */
export function refuseRestoring(folder: string): void {
  if (readNote(folder, 'restoring'))
    throw new DataFolderUnusable(
      `A backup is being restored into ${folder}, or that was interrupted. Call "parley restore" again as before: it goes on where it was.`,
    );
}

function pathOf(folder: string, name: Name): string {
  return join(folder, `${name}.json`);
}
