import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { causeSentence, sentenceOf, type Told, type ToldCause } from './words.ts';

const COST: Told = {
  measure: 'costUsd',
  now: 7.76,
  before: 3.66,
  threshold: null,
  interactions: { now: 1000, before: 1000 },
  isChance: false,
  nameOf: () => undefined,
};
const SUMMARY: ToldCause = {
  parts: [
    { dimension: 'requestedModel', value: 'gpt-4o' },
    { dimension: 'label.feature', value: 'summary' },
  ],
  share: 0.78,
  interactions: { now: 500, before: 480 },
  factors: [
    { name: 'calls', now: 500, before: 480, change: 0.1 },
    { name: 'tokensPerCall', now: 2300, before: 1000, change: 3.1 },
    { name: 'pricePerToken', now: 5e-6, before: 5e-6, change: 0 },
  ],
};

describe('the sentence of an explanation', () => {
  it('names the change, the first cause and how', () => {
    assert.equal(
      sentenceOf(COST, SUMMARY),
      'Cost rose by $4.10 (+112%): 78% of it by gpt-4o for label feature=summary, because each call used 2.3 times the tokens.',
    );
  });

  it('names a user by their name, where that is known', () => {
    const byAnn = { ...SUMMARY, parts: [{ dimension: 'user', value: 'u_77' }] };
    const nameOf = (key: string) => (key === 'u_77' ? 'Ann Lee' : undefined);
    assert.match(sentenceOf({ ...COST, nameOf }, byAnn), /78% of it by user Ann Lee, because/);
    assert.match(sentenceOf(COST, byAnn), /78% of it by user u_77, because/);
  });

  it('names a price, fewer calls, and what is new', () => {
    const how = (change: Partial<ToldCause>) =>
      sentenceOf(COST, { ...SUMMARY, ...change }).split('summary, ')[1];
    const price = { name: 'pricePerToken', now: 1.5e-6, before: 1e-6, change: 1 } as const;
    assert.equal(how({ factors: [price] }), 'because each token cost 50% more.');
    const calls = { name: 'calls', now: 60, before: 100, change: -1 } as const;
    assert.equal(how({ factors: [calls] }), 'with 40% fewer calls.');
    assert.equal(how({ interactions: { now: 9, before: 0 } }), 'not there before.');
    assert.equal(how({ interactions: { now: 0, before: 9 } }), 'no longer there.');
  });

  it('says that everything changed alike', () => {
    const all = { ...SUMMARY, parts: [], share: 1, interactions: { now: 2000, before: 1000 }, factors: [] };
    assert.equal(
      sentenceOf({ ...COST, measure: 'interactions', now: 2000, before: 1000 }, all),
      'Calls rose by 1,000 (+100%): across the board, with 2.0 times the calls.',
    );
  });

  it('names no cause of a rate that changed in several places, or over few calls', () => {
    const rate: Told = {
      ...COST,
      measure: 'errorRate',
      now: 1,
      before: 0,
      interactions: { now: 4, before: 1 },
    };
    assert.equal(
      sentenceOf({ ...rate, isChance: true }, undefined),
      'The error rate rose from 0% to 100%. With 4 calls, and 1 before, that may be chance.',
    );
    assert.equal(
      sentenceOf(rate, { ...SUMMARY, parts: [] }),
      'The error rate rose from 0% to 100%: no single cause stands out.',
    );
  });

  it('names rates and percentiles by their values', () => {
    const openai: ToldCause = {
      parts: [{ dimension: 'provider', value: 'openai' }],
      share: 0.996,
      interactions: { now: 100, before: 100 },
      factors: [
        { name: 'rate', now: 0.31, before: 0.02, change: 0.09 },
        { name: 'mix', now: 0.3, before: 0.3, change: 0 },
      ],
    };
    const rate: Told = { ...COST, measure: 'errorRate', now: 0.104, before: 0.018 };
    assert.equal(
      sentenceOf(rate, openai),
      'The error rate rose from 1.8% to 10%: all of it by OpenAI, where it went from 2.0% to 31%.',
    );
    assert.equal(
      sentenceOf({ ...rate, measure: 'latencyP95', now: 6300, before: 2100, threshold: 2100 }, openai),
      'Latency p95 rose from 2.10 s to 6.30 s (+200%): all of it by OpenAI, where calls above 2.10 s went from 2.0% to 31%.',
    );
  });

  it('says why there is nothing to explain', () => {
    const none = { now: 0, before: 0 };
    assert.equal(
      sentenceOf({ ...COST, interactions: none }, undefined),
      'There were no calls in either period.',
    );
    assert.match(
      sentenceOf({ ...COST, interactions: { now: 5, before: 0 } }, undefined),
      /nothing to compare with/,
    );
    assert.equal(sentenceOf({ ...COST, before: COST.now }, undefined), 'Cost did not change.');
    assert.equal(
      sentenceOf({ ...COST, measure: 'latencyMean', now: null }, undefined),
      'Mean latency was not measured in both periods.',
    );
  });

  it('of a cause stands by itself', () => {
    assert.equal(causeSentence(COST, SUMMARY), 'Each call used 2.3 times the tokens');
  });
});
