/**
 * A file of the data folder that says how many steps of the store's schema the newest version knew that used
 * it: asking the embedded engine takes longer than a start may take, and begins with changing its files.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SchemaTooNew } from '../base/schema-too-new.ts';
import { writeFileAtomically } from '../base/write-file-atomically.ts';
import { MIGRATIONS } from '../store/migrations/migrations.ts';

const Mark = z.object({ storeSteps: z.int() });

/** Before anything of the folder is changed. */
export function refuseNewerStore(folder: string): void {
  const taken = markedSteps(folder);
  if (taken > MIGRATIONS.length)
    throw new SchemaTooNew('This data folder', { taken, known: MIGRATIONS.length });
}

/** Before the engine is started: a step that is interrupted has been begun, too. */
export function markStore(folder: string): void {
  if (markedSteps(folder) !== MIGRATIONS.length)
    writeFileAtomically(markPath(folder), `${JSON.stringify({ storeSteps: MIGRATIONS.length })}\n`);
}

function markPath(folder: string): string {
  return join(folder, 'schema.json');
}

/** 0 where nobody says: the store itself knows, and the drain asks it before it writes. */
export function markedSteps(folder: string): number {
  try {
    return Mark.parse(JSON.parse(readFileSync(markPath(folder), 'utf8'))).storeSteps;
  } catch {
    return 0;
  }
}
