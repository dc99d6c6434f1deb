/** Checks the free space and inodes of the data folder's disks. */
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Need } from '../journal/disk-room.ts';
import { size } from './amounts.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

export type Disk = {
  folder: string;
  device: number;
  free: number;
  total: number;
  /** Inodes; a total of 0 if the file system does not count them. */
  inodes: { free: number; total: number };
};

/**
 * The space that must stay free on a disk, below which payloads are refused, and what the journal may still
 * use.
 */
export type Room = { mustStay: number; journalMayTake: number };

const MIN_INODES = { bad: 1000, warn: 20_000 };
const LOW_SPACE = 0.1;

/** The disk of a folder; if it does not exist yet, the disk it will be on. */
export async function inspectDisk(folder: string): Promise<Disk> {
  try {
    const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
    const { dev: device } = await stat(folder);
    const inodes = { free: ffree, total: files };
    return { folder, device, free: bavail * bsize, total: blocks * bsize, inodes };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || dirname(folder) === folder) throw error;
    return { ...(await inspectDisk(dirname(folder))), folder };
  }
}

/** `needs`: of everything on this disk; `hasJournal`: whether the journal is on it. */
export function roomOn(
  needs: readonly Pick<Need, 'bytes' | 'perWaitingByte'>[],
  { floor, journalMax, waiting }: { floor: number; journalMax: number; waiting: number },
  hasJournal: boolean,
): Room {
  const bytes = needs.reduce((sum, need) => sum + need.bytes, 0);
  const perWaitingByte = needs.reduce((sum, need) => sum + need.perWaitingByte, 0);
  const mustStay = Math.max(hasJournal ? floor : 0, bytes + perWaitingByte * waiting);
  const more = hasJournal ? Math.max(0, journalMax - waiting) : 0;
  return { mustStay, journalMayTake: more * (1 + perWaitingByte) };
}

export function checkDisk(
  { folder, free, total, inodes }: Disk,
  { mustStay, journalMayTake }: Room,
): Finding[] {
  return [checkSpace(), checkInodes()];

  function checkSpace(): Finding {
    const found = `${size(free)} of ${size(total)} free (${folder})`;
    if (free < mustStay) {
      return bad(
        'disk',
        `${found}; payloads are refused below ${size(mustStay)}`,
        'Make room or enlarge the disk; shorter retention helps before it is full.',
      );
    }
    if (free < mustStay + journalMayTake) {
      return warn(
        'disk',
        `${found}; full before the journal reaches PARLEY_JOURNAL_MAX`,
        `Have ${size(mustStay + journalMayTake)} free, or lower PARLEY_JOURNAL_MAX.`,
      );
    }
    if (free < total * LOW_SPACE) return warn('disk', found, 'Make room or enlarge the disk soon.');
    return ok('disk', found);
  }

  function checkInodes(): Finding {
    if (inodes.total === 0) return ok('inodes', `Not counted by this file system (${folder})`);
    const found = `${inodes.free.toLocaleString('en-US')} of ${inodes.total.toLocaleString('en-US')} free (${folder})`;
    const advice = 'Remove small files from this disk, or use one with more inodes.';
    if (inodes.free < MIN_INODES.bad) return bad('inodes', found, advice);
    return inodes.free < MIN_INODES.warn ? warn('inodes', found, advice) : ok('inodes', found);
  }
}
