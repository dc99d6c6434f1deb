import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { unzip } from '../../test/support/unzip.ts';
import { toZip } from './zip.ts';

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function zipped(files: readonly (readonly [string, readonly Uint8Array[]])[]): Promise<Buffer> {
  const archive = toZip(each(files.map(([name, pieces]) => ({ name, bytes: each(pieces) }))));
  return Buffer.concat(await Array.fromAsync(archive));
}

test('an archive holds each file, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(
        fc.tuple(
          fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
          fc.array(fc.uint8Array({ maxLength: 5000 })),
        ),
        { maxLength: 4, selector: ([name]) => name },
      ),
      async (files) => {
        const read = unzip(await zipped(files));
        assert.deepEqual(
          [...read],
          files.map(([name, pieces]) => [name, Buffer.concat(pieces)]),
        );
      },
    ),
    { numRuns: 50 },
  );
});

test('a file that cannot be read fails the archive', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('begun');
    throw new Error('the store is away');
  };
  const archive = toZip(each([{ name: 'data.jsonl', bytes: broken() }]));
  await assert.rejects(Array.fromAsync(archive), /the store is away/);
});
