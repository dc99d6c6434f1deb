import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyRecord, bytesFrom, each } from '../../test/support/any-record.ts';
import { toJsonl } from './jsonl.ts';

describe('JSON lines', () => {
  it('contain one record per line, exactly as the API returns it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { maxLength: 4 }), async (records) => {
        const lines = (await bytesFrom(toJsonl(each(records)))).toString('utf8').split('\n');
        assert.equal(lines.pop(), '');
        // Includes lone surrogates and minus zero, so it is compared as the text of a response.
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
