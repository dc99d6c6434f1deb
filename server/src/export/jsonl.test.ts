import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyRecord, bytesFrom, each } from '../../test/support/any-record.ts';
import { toJsonl } from './jsonl.ts';

describe('JSON lines', () => {
  it('have one record in each line, exactly as the API returns it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { maxLength: 4 }), async (records) => {
        const lines = (await bytesFrom(toJsonl(each(records)))).toString('utf8').split('\n');
        assert.equal(lines.pop(), '');
        // Half characters and minus zero included: compared as the text an answer would have.
        assert.deepEqual(
          lines,
          records.map((record) => JSON.stringify(record)),
        );
        assert.deepEqual(
          lines.map((line) => JSON.parse(line).inputText),
          records.map(({ inputText }) => inputText),
        );
      }),
    );
  });
});
