import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { eventually } from '../../test/support/eventually.ts';
import { diskError, FaultyDisk } from '../../test/support/faulty-disk.ts';
import { readJournal, readTexts } from '../../test/support/journals.ts';
import { tempFolder, withTempFolder } from '../../test/support/temp-folder.ts';
import { readFrameAt } from './read-frame.ts';
import { type Position, segmentPath } from './segments.ts';
import { type Appended, JournalUnavailable, JournalWriter, type WriterOptions } from './writer.ts';

type Opened = { folder: string; disk: FaultyDisk; writer: JournalWriter; failures: unknown[] };

async function openWriter(t: TestContext, options: Partial<WriterOptions> = {}): Promise<Opened> {
  const folder = await tempFolder();
  const disk = new FaultyDisk();
  const failures: unknown[] = [];
  const writer = await JournalWriter.open({
    folder,
    firstSegment: 1,
    fileSystem: disk,
    onFailure: (error) => failures.push(error),
    ...options,
  });
  t.after(() => writer.close());
  return { folder, disk, writer, failures };
}

function append(writer: JournalWriter, text: string): Appended {
  return writer.append([Buffer.from(text)]);
}

async function refused(appended: Appended): Promise<void> {
  await assert.rejects(appended.committed, JournalUnavailable);
}

async function backToWork(writer: JournalWriter): Promise<void> {
  await eventually('the writer accepts frames again', () => writer.unavailable === undefined);
}

test('frames that arrive together share one sync', async (t) => {
  const { folder, disk, writer } = await openWriter(t);
  const appended = Array.from({ length: 200 }, (_, i) => append(writer, `frame ${i}`));
  await Promise.all(appended.map(({ committed }) => committed));
  assert.equal(disk.done.datasync, 1);
  assert.equal((await readTexts(folder)).length, 200);
});

test('frames that arrive during a sync share the next one', async (t) => {
  const { disk, writer } = await openWriter(t);
  const release = disk.holdSyncs();
  const first = append(writer, 'first');
  await eventually('the first batch is written', () => disk.done.write === 1);
  const others = Array.from({ length: 100 }, (_, i) => append(writer, `later ${i}`));
  release();
  await Promise.all([first, ...others].map(({ committed }) => committed));
  assert.equal(disk.done.datasync, 2);
});

test('no frame is reported as committed before it is synced', async (t) => {
  const { disk, writer } = await openWriter(t);
  const release = disk.holdSyncs();
  let told = false;
  const { committed } = append(writer, 'frame');
  void committed.then(() => {
    told = true;
  });
  await eventually('the frame is written', () => disk.done.write === 1);
  await new Promise(setImmediate);
  assert.equal(told, false);
  release();
  await committed;
  assert.equal(disk.done.datasync, 1);
});

test('a frame is at its position, across segments and batches', async () => {
  const batches = fc.array(fc.array(fc.string({ maxLength: 60 }), { maxLength: 8 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(batches, fc.integer({ min: 1, max: 400 }), async (plan, segmentBytes) => {
      await withTempFolder(async (folder) => {
        const ends: Position[] = [];
        const writer = await JournalWriter.open({
          folder,
          firstSegment: 7,
          segmentBytes,
          onCommit: (end) => ends.push(end),
        });
        const appended: { text: string; entry: Appended }[] = [];
        for (const [i, texts] of plan.entries()) {
          for (const text of texts) appended.push({ text, entry: append(writer, text) });
          // Some batches wait for the previous one, some arrive while it is being written.
          if (i % 2 === 0) await appended.at(-1)?.entry.committed;
          else await new Promise(setImmediate);
        }
        await Promise.all(appended.map(({ entry }) => entry.committed));
        await writer.close();

        const { frames, damage } = await readJournal(folder, writer.end);
        assert.deepEqual(damage, []);
        assert.deepEqual(
          frames.map(({ position, parts }) => ({ position, text: parts.join() })),
          appended.map(({ entry, text }) => ({ position: entry.position, text })),
        );
        for (const { entry, text } of appended) {
          assert.equal((await readFrameAt(folder, entry.position))?.join(), text);
        }
        assert.deepEqual(ends.at(-1) ?? { segment: 7, offset: 0 }, writer.end);
      });
    }),
    { numRuns: 40 },
  );
});

test('a full segment is followed by the next one', async (t) => {
  const { folder, writer } = await openWriter(t, { segmentBytes: 100 });
  for (let i = 0; i < 5; i++) await append(writer, 'x'.repeat(100)).committed;
  assert.equal((await readdir(folder)).length, 5);
  assert.equal(writer.end.segment, 5);
});

for (const code of ['ENOSPC', 'EIO'] as const) {
  test(`a write that fails with ${code} refuses its frames, and the writer recovers by itself`, async (t) => {
    const { folder, disk, writer, failures } = await openWriter(t);
    await append(writer, 'kept').committed;
    disk.faults.set('write', diskError(code));
    // A whole frame reaches the disk before the write fails: it must not come back.
    disk.writtenBeforeFault = 21;
    await refused(append(writer, 'lost'));
    assert.throws(() => append(writer, 'refused at once'), JournalUnavailable);
    assert.match(writer.unavailable ?? '', new RegExp(code));
    assert.equal(failures.length, 1);
    disk.faults.clear();
    await backToWork(writer);
    await append(writer, 'kept later').committed;
    assert.deepEqual(await readTexts(folder), ['kept', 'kept later']);
  });
}

test('a sync that fails refuses its frames, although their bytes were written', async (t) => {
  const { folder, disk, writer } = await openWriter(t);
  await append(writer, 'kept').committed;
  disk.faults.set('datasync', diskError('EIO'));
  const during = append(writer, 'lost');
  await refused(during);
  disk.faults.clear();
  await backToWork(writer);
  assert.deepEqual(await readTexts(folder), ['kept']);
});

test('frames that waited behind a failed batch are refused with it', async (t) => {
  const { folder, disk, writer } = await openWriter(t);
  const release = disk.holdSyncs();
  const first = append(writer, 'first');
  await eventually('the first batch is written', () => disk.done.write === 1);
  const second = append(writer, 'second');
  disk.faults.set('datasync', diskError('EIO'));
  release();
  await Promise.all([refused(first), refused(second)]);
  disk.faults.clear();
  await backToWork(writer);
  assert.deepEqual(await readTexts(folder), []);
});

test('when a frame is refused, its bytes are already removed from the disk', async (t) => {
  const { folder, disk, writer } = await openWriter(t);
  await append(writer, 'kept').committed;
  const { size } = await stat(segmentPath(folder, 1));
  disk.faults.set('write', diskError('ENOSPC'));
  disk.writtenBeforeFault = 21;
  await refused(append(writer, 'lost'));
  assert.equal((await stat(segmentPath(folder, 1))).size, size);
});

test('a segment that cannot be truncated keeps the writer unavailable until it can be', async (t) => {
  const { folder, disk, writer } = await openWriter(t);
  disk.faults.set('datasync', diskError('EIO')).set('truncate', diskError('EIO'));
  await refused(append(writer, 'lost'));
  disk.faults.delete('datasync');
  await eventually('truncating was retried', () => disk.failed.truncate >= 3);
  assert.throws(() => append(writer, 'refused'), JournalUnavailable);
  assert.equal(disk.done.create, 1);
  disk.faults.clear();
  await backToWork(writer);
  assert.deepEqual(await readTexts(folder), []);
});

test('closing a writer whose disk fails still truncates the refused frames', async (t) => {
  const { folder, disk, writer } = await openWriter(t);
  await append(writer, 'kept').committed;
  disk.faults.set('datasync', diskError('EIO')).set('truncate', diskError('EIO'));
  disk.onFault = (operation) => {
    if (operation === 'truncate') disk.faults.clear();
  };
  const lost = append(writer, 'lost');
  await Promise.all([writer.close(), refused(lost)]);
  assert.deepEqual(await readTexts(folder), ['kept']);
});

test('if a segment cannot be created, frames are refused and the creation is retried', async (t) => {
  const { folder, disk, writer } = await openWriter(t, { segmentBytes: 10 });
  await append(writer, 'kept').committed;
  disk.faults.set('create', diskError('ENOSPC'));
  await refused(append(writer, 'lost'));
  disk.faults.clear();
  await backToWork(writer);
  await append(writer, 'kept later').committed;
  assert.deepEqual(await readTexts(folder), ['kept', 'kept later']);
});

test('whatever fails and when, the journal has what was acknowledged and nothing that was refused', async () => {
  const operation = fc.constantFrom('create', 'write', 'datasync', 'truncate');
  const step = fc.record({
    frames: fc.integer({ min: 1, max: 5 }),
    faults: fc.uniqueArray(operation, { maxLength: 2 }),
    written: fc.nat(120),
    wait: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      await withTempFolder(async (folder) => {
        const disk = new FaultyDisk();
        const writer = await JournalWriter.open({
          folder,
          firstSegment: 1,
          fileSystem: disk,
          segmentBytes: 150,
        });
        const acknowledged: string[] = [];
        let name = 0;
        for (const { frames, faults, written, wait } of steps) {
          for (const fault of faults) disk.faults.set(fault, diskError('EIO'));
          disk.writtenBeforeFault = written;
          const pending: Promise<void>[] = [];
          for (let i = 0; i < frames; i++) {
            const text = `frame ${name++}`;
            try {
              pending.push(append(writer, text).committed.then(() => void acknowledged.push(text)));
            } catch (error) {
              assert.ok(error instanceof JournalUnavailable);
            }
          }
          if (wait) await Promise.allSettled(pending);
          disk.faults.clear();
          await Promise.allSettled(pending);
          if (wait) await backToWork(writer);
        }
        await writer.close();
        assert.deepEqual(await readTexts(folder), acknowledged);
      });
    }),
    { numRuns: 12 },
  );
});

test('closing commits what waits and refuses what comes later', async (t) => {
  const { folder, writer } = await openWriter(t);
  const last = append(writer, 'last');
  const closing = writer.close();
  assert.throws(() => append(writer, 'too late'), /shutting down/);
  await closing;
  await last.committed;
  assert.deepEqual(await readTexts(folder), ['last']);
});

test('frames are refused for as long as there is an external reason', async (t) => {
  const { writer } = await openWriter(t);
  writer.refuse('the disk is almost full');
  assert.throws(() => append(writer, 'x'), { message: 'the disk is almost full' });
  writer.refuse(undefined);
  await append(writer, 'x').committed;
});

test('a listener that throws does not make a committed frame a refused one', async (t) => {
  const { folder, writer } = await openWriter(t, {
    onCommit: () => {
      throw new Error('a bug elsewhere');
    },
  });
  await append(writer, 'kept').committed;
  assert.deepEqual(await readTexts(folder), ['kept']);
});

test('a frame larger than a batch buffer is written whole', async (t) => {
  const { folder, writer } = await openWriter(t);
  const large = Buffer.alloc(3 * 1024 * 1024, 'abc');
  const { position, committed } = writer.append([Buffer.from('head'), large]);
  await Promise.all([committed, append(writer, 'small').committed]);
  const [head, body] = (await readFrameAt(folder, position)) ?? [];
  assert.equal(head?.toString(), 'head');
  assert.ok(body?.equals(large));
});

test('after a rotation, frames go into a new segment, including those that arrived during it', async (t) => {
  const ends: Position[] = [];
  const { folder, writer } = await openWriter(t, { onCommit: (end) => ends.push(end) });
  await writer.rotate();
  assert.deepEqual(writer.end, { segment: 1, offset: 0 }, 'an empty segment is not rotated');
  const first = append(writer, 'first');
  await first.committed;
  await new Promise(setImmediate);
  const rotated = writer.rotate();
  await null;
  const during = append(writer, 'during');
  await rotated;
  assert.deepEqual(ends[1], { segment: 2, offset: 0 }, 'the drain is notified');
  const last = append(writer, 'last');
  await last.committed;
  assert.deepEqual(during.position, { segment: 2, offset: 0 });
  for (const [appended, text] of [
    [first, 'first'],
    [during, 'during'],
    [last, 'last'],
  ] as const) {
    assert.equal((await readFrameAt(folder, appended.position))?.join(), text);
  }
  assert.deepEqual(await readTexts(folder), ['first', 'during', 'last']);
});

test('a failed rotation refuses what arrived during it and loses no committed frame', async (t) => {
  const { folder, disk, writer } = await openWriter(t);
  await append(writer, 'first').committed;
  disk.faults.set('create', diskError('ENOSPC'));
  const rotated = writer.rotate();
  await eventually('the rotation has failed', () => writer.unavailable !== undefined);
  disk.faults.clear();
  await rotated;
  await backToWork(writer);
  await append(writer, 'second').committed;
  assert.deepEqual(await readTexts(folder), ['first', 'second']);
});
