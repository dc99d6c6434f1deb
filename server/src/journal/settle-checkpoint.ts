/**
 * Decides, before a run begins, whether the checkpoint is plausible. If not, the drain begins at the start of
 * the journal: everything that earlier runs left is read again and compared with the store.
 */
import { type Checkpoint, readCheckpoint, START } from './checkpoint.ts';
import { comparePositions, type Position } from './segments.ts';

export type Settled = {
  checkpoint: Checkpoint;
  /** Why the checkpoint is not used; null if it is. */
  distrust: string | null;
};

export async function settleCheckpoint(folder: string, node: string, end: Position): Promise<Settled> {
  const found = await readCheckpoint(folder);
  if (found === 'lost') return fromTheStart('the checkpoint is lost');
  if (found === 'damaged') return fromTheStart('the checkpoint is damaged');
  if ((found.node ?? node) !== node) {
    return fromTheStart(`the checkpoint is of another journal (${found.node})`);
  }
  // What a checkpoint refers to was synced before it was written.
  if (comparePositions(found.inserting ?? found.drained, end) > 0) {
    return fromTheStart('the checkpoint lies behind the end of the journal');
  }
  return { checkpoint: found, distrust: null };
}

function fromTheStart(distrust: string): Settled {
  return { checkpoint: START, distrust };
}
