/** Small files in a data folder that say what was begun with it, or where its contents have gone. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '../base/write-file-atomically.ts';

/** Something that was begun with it has to be ended first, or what it had is elsewhere now. */
export class DataFolderUnusable extends Error {}

const NOTES = {
  /** A backup comes into it. */
  restoring: z.object({ backup: z.string() }),
  /** What it has, or its servers have, is being carried there. */
  moving: z.object({ to: z.string() }),
  /** What was carried out of it, and where the store has gone. */
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

/** For a server: what was carried elsewhere must not be gone on with here. */
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

/** For whoever opens it, unless they go on with the restore. */
export function refuseRestoring(folder: string): void {
  if (readNote(folder, 'restoring'))
    throw new DataFolderUnusable(
      `A backup is being restored into ${folder}, or that was interrupted. Call "parley restore" again as before: it goes on where it was.`,
    );
}

function pathOf(folder: string, name: Name): string {
  return join(folder, `${name}.json`);
}
