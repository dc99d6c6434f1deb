import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DESCRIPTORS, Payload, ScoreInput } from '@parley/contract';
import type { z } from 'zod';
import type { Context, Exchange, FormatTypes, Score, Timestamps } from '../src/index.ts';

/** Fails to compile unless the types are equal; checked by `npm run check`. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : { differ: [A, B] };
type Flat<T> = { [K in keyof T]: T[K] };

type Contract = z.input<typeof Payload>;
type Bodies = { request: Exchange['request']; response: Exchange['response'] };

describe('the SDK’s types', () => {
  it('match the contract', () => {
    const formats: Same<
      FormatTypes,
      { -readonly [F in keyof typeof DESCRIPTORS]: (typeof DESCRIPTORS)[F]['types'][number] }
    > = true;
    const context: Same<
      Flat<Context>,
      Flat<Pick<Contract, 'session' | 'sessionTimeout' | 'user' | 'labels' | 'trace'>>
    > = true;
    const timestamps: Same<Timestamps, NonNullable<Contract['timestamps']>> = true;
    const bodies: Same<Bodies, Flat<Pick<Contract, 'request' | 'response'>>> = true;
    const score: Same<Flat<Score>, Flat<z.input<typeof ScoreInput>>> = true;
    assert.ok(formats && context && timestamps && bodies && score);
  });
});
