import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cellValues, rowValues } from './cell-values.ts';
import type { Row } from './row.ts';

const ROW: Row = {
  id: 'one',
  upstreamId: null,
  requestedAt: '2026-01-01T00:00:00.000Z',
  model: 'gpt-4o-2024-08-06',
  requestedModel: 'gpt-4o',
  provider: 'openai',
  type: 'chat',
  input: { text: '', matches: [] },
  output: { text: 'Overloaded', matches: [] },
  user: null,
  userName: '',
  session: 'first',
  labels: { environment: 'staging' },
  tokens: null,
  costUsd: null,
  latencyMs: null,
  firstTokenMs: null,
  outcome: 'error',
  finishReason: null,
  textsMayFollow: false,
  scores: [],
  errorCode: '429',
};

const said = (values: ReturnType<typeof cellValues>) => values.map(({ kind, value }) => [kind.name, value]);

describe('the filters of a cell', () => {
  it('a cell can be filtered by its value, even an empty one', () => {
    assert.deepEqual(said(cellValues('outcome', ROW)), [
      ['outcome', 'error'],
      ['finishReason', ''],
    ]);
    assert.deepEqual(said(cellValues('model', ROW)), [['requestedModel', 'gpt-4o']]);
    assert.deepEqual(said(cellValues('model', { ...ROW, requestedModel: null })), [
      ['model', 'gpt-4o-2024-08-06'],
    ]);
    assert.deepEqual(said(cellValues('user', ROW)), [['user', '']]);
    assert.deepEqual(said(cellValues('label.environment', ROW)), [['label.environment', 'staging']]);
    assert.deepEqual(said(cellValues('label.constructor', ROW)), [['label.constructor', '']]);
  });

  it('a missing answer can be filtered by error code; answers and figures cannot be filtered by', () => {
    assert.deepEqual(said(cellValues('output', ROW)), [['errorCode', '429']]);
    assert.deepEqual(cellValues('output', { ...ROW, outcome: 'ok' }), []);
    assert.deepEqual(cellValues('cost', ROW), []);
  });

  it('a row can be filtered by all its values', () => {
    assert.deepEqual(
      said(rowValues(ROW)).map(([name]) => name),
      ['outcome', 'errorCode', 'requestedModel', 'provider', 'type', 'session', 'label.environment'],
    );
  });
});
