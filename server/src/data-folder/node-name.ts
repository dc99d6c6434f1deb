/**
 * The name of a data folder's journal in the store and in the ledger, for as long as the journal exists. It
 * is kept in a file; if that is lost, it is recovered from the checkpoint or the ledger, since under another
 * name the ledger would count everything again.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { writeFileAtomically } from '../base/write-file-atomically.ts';
import { countedNodes } from '../cluster/ledger.ts';
import { readCheckpoint } from '../journal/checkpoint.ts';
import { listSegments } from '../journal/segments.ts';
import type { Tables } from '../metadata/tables.ts';

export type NamedFolder = { path: string; journal: string };

export async function nodeName(folder: NamedFolder, db: Kysely<Tables>): Promise<string> {
  const path = join(folder.path, 'node-id');
  const kept = readName(path);
  if (kept !== undefined) return kept;
  const name = (await rememberedName(folder.journal, db)) ?? randomUUID().slice(0, 8);
  writeFileAtomically(path, `${name}\n`);
  return name;
}

function readName(path: string): string | undefined {
  try {
    return /^[\w-]+$/.exec(readFileSync(path, 'utf8').trim())?.[0];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function rememberedName(journal: string, db: Kysely<Tables>): Promise<string | undefined> {
  if (!existsSync(journal)) return undefined;
  const checkpoint = await readCheckpoint(journal);
  if (typeof checkpoint === 'object' && checkpoint.node !== undefined) return checkpoint.node;
  // A new journal has no name yet: the one in the ledger belongs to another server.
  if ((await listSegments(journal)).length === 0) return undefined;
  const nodes = await countedNodes(db);
  return nodes.length === 1 ? nodes[0] : undefined;
}
