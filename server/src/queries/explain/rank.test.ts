import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Candidate, type Evidence, rankCauses } from './rank.ts';
import type { Kind } from './sums.ts';

/** Calls by the names that describe them: before, and now. */
type Calls = Record<string, readonly [before: number, now: number]>;

function evidence(calls: Calls, more: Partial<Candidate> = {}, kind: Kind = 'amount'): Evidence {
  const names = [...new Set(Object.keys(calls).flatMap((key) => key.split(' ')))].filter(Boolean);
  return {
    kind,
    candidates: names.map((name) => {
      const [dimension = '', value = ''] = name.split('=');
      return { dimension, value, values: 3, typical: 0, ...(dimension === 'user' ? more : {}) };
    }),
    atoms: Object.entries(calls).map(([key, [before, now]]) => ({
      of: key
        .split(' ')
        .filter(Boolean)
        .map((name) => names.indexOf(name))
        .toSorted((a, b) => a - b),
      now: [now],
      before: [before],
    })),
  };
}

/** The causes by name; others of the same interactions in brackets. */
function causesOf(asked: Evidence, limit = 8): string[] {
  const nameOf = (i: number) => `${asked.candidates[i]?.dimension}=${asked.candidates[i]?.value}`;
  return rankCauses(asked, limit).map(({ parts, same }) => {
    const others = same.length === 0 ? '' : ` (${same.map(nameOf).join(' ')})`;
    return `${parts.map(nameOf).toSorted().join(' ') || 'everything'}${others}`;
  });
}

describe('causes are ranked', () => {
  it('so that a model comes before the provider that contains it', () => {
    const calls = {
      'requestedModel=a provider=x': [100, 300],
      'requestedModel=b provider=x': [100, 100],
      'requestedModel=c provider=y': [100, 100],
    } as const;
    assert.deepEqual(causesOf(evidence(calls)), ['requestedModel=a']);
  });

  it('so that a provider comes before its models when all of them changed', () => {
    const calls = {
      'requestedModel=a provider=x': [100, 300],
      'requestedModel=b provider=x': [100, 300],
      'requestedModel=c provider=y': [100, 100],
      'requestedModel=d provider=y': [100, 100],
    } as const;
    assert.deepEqual(causesOf(evidence(calls)), ['provider=x']);
  });

  it('with everything as the cause where everything changed alike', () => {
    const calls = {
      'requestedModel=a': [100, 205],
      'requestedModel=b': [100, 200],
      'requestedModel=c': [50, 99],
    } as const;
    assert.deepEqual(causesOf(evidence(calls)), ['everything']);
  });

  it('with a pair where neither half of it explains the change', () => {
    const calls = {
      'requestedModel=a label.feature=s': [100, 400],
      'requestedModel=a label.feature=t': [100, 100],
      'requestedModel=b label.feature=s': [100, 100],
      'requestedModel=b label.feature=t': [100, 100],
    } as const;
    assert.deepEqual(causesOf(evidence(calls)), ['label.feature=s requestedModel=a']);
  });

  it('once, under the best name, where several names stand for the same interactions', () => {
    const calls = {
      'format=f provider=p requestedModel=a model=a-1': [100, 400],
      'format=g provider=q requestedModel=b model=b-1': [100, 100],
      'format=g provider=q requestedModel=c model=c-1': [100, 100],
    } as const;
    assert.deepEqual(causesOf(evidence(calls)), ['requestedModel=a (provider=p format=f model=a-1)']);
  });

  it('by what is left after the causes before', () => {
    const calls = {
      'requestedModel=a user=u': [10, 400],
      'requestedModel=a': [200, 200],
      'requestedModel=b': [100, 200],
      'requestedModel=c': [200, 200],
    } as const;
    assert.deepEqual(causesOf(evidence(calls)), ['user=u', 'requestedModel=b']);
  });

  it('without a user who comes and goes like all others', () => {
    const calls = {
      'requestedModel=a user=u': [20, 60],
      'requestedModel=a': [200, 260],
      'requestedModel=b': [200, 200],
      'requestedModel=c': [200, 200],
    } as const;
    const [first] = causesOf(evidence(calls, { values: 200, typical: 0.6 }));
    assert.equal(first, 'requestedModel=a');
  });

  it('in the direction of the change first', () => {
    const calls = {
      'requestedModel=new': [0, 500],
      'requestedModel=old': [400, 0],
      'requestedModel=c': [100, 100],
    } as const;
    assert.deepEqual(causesOf(evidence(calls)), ['requestedModel=new', 'requestedModel=old']);
  });

  it('up to the limit', () => {
    const calls = {
      'requestedModel=a': [10, 200],
      'requestedModel=b': [10, 200],
      'requestedModel=c': [500, 500],
    } as const;
    assert.equal(causesOf(evidence(calls), 1).length, 1);
  });

  it('not at all where there are no calls', () => {
    assert.deepEqual(rankCauses({ kind: 'amount', candidates: [], atoms: [] }, 8), []);
  });
});

describe('causes of a rate are ranked', () => {
  const rates = (
    calls: Record<string, readonly [calls0: number, failed0: number, calls1: number, failed1: number]>,
  ) => {
    const plain = evidence(Object.fromEntries(Object.keys(calls).map((key) => [key, [0, 0]])), {}, 'rate');
    return {
      ...plain,
      atoms: Object.values(calls).map(([n0, f0, n1, f1], i) => ({
        of: plain.atoms[i]?.of ?? [],
        now: [n1, n1, f1],
        before: [n0, n0, f0],
      })),
    };
  };

  it('by where it rose', () => {
    const found = causesOf(
      rates({
        'provider=x requestedModel=a': [100, 2, 100, 40],
        'provider=x requestedModel=b': [100, 2, 100, 40],
        'provider=y requestedModel=c': [300, 6, 300, 6],
      }),
    );
    assert.deepEqual(found, ['provider=x']);
  });

  it('by which calls grew, where a model that fails more often got more of them', () => {
    const found = causesOf(
      rates({
        'requestedModel=a': [100, 20, 500, 100],
        'requestedModel=b': [500, 5, 500, 5],
        'requestedModel=c': [400, 4, 400, 4],
      }),
    );
    assert.deepEqual(found, ['requestedModel=a']);
  });
});
