import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rankedInput, rankingText, vectorsText } from './retrieval-text.ts';

describe('the result of an embedding or a ranking', () => {
  it('an embedding shows the number and length of its vectors', () => {
    const text = (count: number, length: number | null) =>
      vectorsText({ vectors: { count, length, kept: false } });
    assert.equal(text(3, 1536), '3 vectors of 1,536');
    assert.equal(text(1, 8), '1 vector of 8');
    assert.equal(text(2, null), '2 vectors');
    assert.equal(vectorsText({ vectors: null }), null);
  });

  it('a ranking shows the number of ranked documents and the best score', () => {
    const content = [
      { type: 'ranked' as const, index: 4, score: 0.98765 },
      { type: 'ranked' as const, index: 0, score: null },
    ];
    assert.equal(
      rankingText({ output: [{ role: 'assistant', content }], texts: 20 }),
      '2 of 20 documents, best 0.9877',
    );
    assert.equal(
      rankingText({ output: [{ role: 'assistant', content: content.slice(1) }], texts: 20 }),
      '1 of 20 documents',
    );
    assert.equal(rankingText({ output: [], texts: 20 }), null);
    assert.equal(
      rankingText({ output: [{ role: 'assistant', content }], texts: null }),
      '2 documents, best 0.9877',
    );
  });

  it('documents are shown without a query if telemetry does not report it', () => {
    const said = (text: string) => ({ role: 'user' as const, content: [{ type: 'text' as const, text }] });
    const [query, documents] = [said('Which river?'), said('The Elbe')];
    assert.deepEqual(rankedInput({ input: [query, documents], texts: 1 }), { query, documents });
    assert.deepEqual(rankedInput({ input: [documents], texts: 1 }), { query: undefined, documents });
    assert.deepEqual(rankedInput({ input: [query], texts: null }), { query, documents: undefined });
    assert.deepEqual(rankedInput({ input: [], texts: null }), { query: undefined, documents: undefined });
  });
});
