/**
 * A file in the data folder with the number of schema migrations known to the newest version that used the
 * store. Asking the embedded engine instead takes too long for a start, and begins by changing its files.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SchemaTooNew } from '../base/schema-too-new.ts';
import { writeFileAtomically } from '../base/write-file-atomically.ts';
import { MIGRATIONS } from '../store/migrations/migrations.ts';

const Mark = z.object({ storeSteps: z.int() });

/** To be called before anything in the folder is changed. */
export function refuseNewerStore(folder: string): void {
  const taken = markedSteps(folder);
  if (taken > MIGRATIONS.length)
    throw new SchemaTooNew('This data folder', { taken, known: MIGRATIONS.length });
}

/** To be called before the engine starts: an interrupted migration counts as begun. */
export function markStore(folder: string): void {
  if (markedSteps(folder) !== MIGRATIONS.length)
    writeFileAtomically(markPath(folder), `${JSON.stringify({ storeSteps: MIGRATIONS.length })}\n`);
}

function markPath(folder: string): string {
  return join(folder, 'schema.json');
}

/** 0 if there is no file; the drain asks the store before it writes. */
export function markedSteps(folder: string): number {
  try {
    return Mark.parse(JSON.parse(readFileSync(markPath(folder), 'utf8'))).storeSteps;
  } catch {
    return 0;
  }
}
