import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DiskRoom, type Need } from './disk-room.ts';
import { diskFileSystem, type FileSystem } from './file-system.ts';

const MIB = 2 ** 20;

/** A disk for the journal with that much free space, and another disk. */
function disks(free: number): FileSystem {
  return {
    ...diskFileSystem,
    disk: async (folder) => ({ device: folder.startsWith('/other') ? 2 : 1, free }),
  };
}

async function roomOf(free: number, floor: number, ...needs: Need[]): Promise<DiskRoom> {
  const room = new DiskRoom({ folder: '/journal', floor, needs, fileSystem: disks(free) });
  await room.look();
  return room;
}

const STORE: Need = { folder: '/store', bytes: 10 * MIB, perWaitingByte: 3 };

test('the floor stays free, and the journal may use the rest if nothing else needs space', async () => {
  const room = await roomOf(100 * MIB, 40 * MIB);
  assert.equal(room.refusal(60 * MIB, 60 * MIB), undefined);
  assert.equal(
    room.refusal(60 * MIB, 60 * MIB + 1),
    "only 100.0 MiB are free on the journal's disk, and 40.0 MiB must stay free",
  );
});

test('waiting frames can always be stored on a disk shared with the store, however low the floor', async () => {
  for (const floor of [0, MIB, 20 * MIB]) {
    const room = await roomOf(100 * MIB, floor, STORE);
    let taken = 0;
    for (; room.refusal(taken + MIB, MIB) === undefined; taken += MIB) room.wrote(MIB);
    assert.equal(taken, 22 * MIB);
    const left = 100 * MIB - taken;
    assert.ok(left >= STORE.bytes + STORE.perWaitingByte * taken);
    assert.match(room.refusal(taken + MIB, MIB) ?? '', /79.0 MiB must stay free for the store to take in/);
  }
});

test('frames of an earlier run count as waiting', async () => {
  const room = await roomOf(100 * MIB, 0, STORE);
  assert.equal(room.refusal(30 * MIB), undefined);
  assert.match(room.refusal(31 * MIB) ?? '', /only 100.0 MiB are free .* 103.0 MiB must stay free/);
});

test('a store on another disk needs no space on this one', async () => {
  const room = await roomOf(100 * MIB, 0, { ...STORE, folder: '/other/store' });
  assert.equal(room.refusal(100 * MIB, 100 * MIB), undefined);
});

test('needs on the same disk add up', async () => {
  const books: Need = { folder: '/data', bytes: 60 * MIB, perWaitingByte: 0 };
  const room = await roomOf(69 * MIB, 0, STORE, books);
  assert.match(room.refusal(0) ?? '', /70.0 MiB must stay free/);
});

test('bytes written while free space is queried are not forgotten', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const fileSystem: FileSystem = {
    ...disks(0),
    async disk() {
      await promise;
      return { device: 1, free: 10 * MIB };
    },
  };
  const room = new DiskRoom({ folder: '/journal', floor: 0, needs: [], fileSystem });
  const looking = room.look();
  room.wrote(4 * MIB);
  resolve();
  await looking;
  assert.equal(room.refusal(0, 6 * MIB), undefined);
  assert.notEqual(room.refusal(0, 6 * MIB + 1), undefined);
});

test('a disk that does not answer has no room until it does', async () => {
  let there = false;
  const fileSystem: FileSystem = {
    ...diskFileSystem,
    async disk() {
      if (there) return { device: 1, free: MIB };
      throw new Error('no such folder');
    },
  };
  const room = new DiskRoom({ folder: '/journal', floor: 0, needs: [], fileSystem });
  await room.look();
  assert.match(room.refusal(0) ?? '', /does not say how much is free \(no such folder\)/);
  there = true;
  await room.look();
  assert.equal(room.refusal(0), undefined);
});
