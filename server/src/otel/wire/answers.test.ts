import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportAnswer, statusAnswer } from './answers.ts';

test('full success is an empty response', () => {
  assert.equal(String(exportAnswer('traces', 'json', null)), '{}');
  assert.equal(exportAnswer('logs', 'protobuf', null).length, 0);
});

test('rejected records are counted, with a message', () => {
  const rejected = { count: 2, message: 'No.' };
  assert.equal(
    String(exportAnswer('traces', 'json', rejected)),
    '{"partialSuccess":{"rejectedSpans":"2","errorMessage":"No."}}',
  );
  assert.equal(
    String(exportAnswer('logs', 'json', rejected)),
    '{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"No."}}',
  );
  // Field 1, 7 bytes: field 1 is 2, field 2 has 3 bytes.
  const bytes = exportAnswer('traces', 'protobuf', rejected).toString('hex');
  assert.equal(bytes, `0a0708021203${Buffer.from('No.').toString('hex')}`);
});

test('a refusal is a status with a code of google.rpc', () => {
  assert.equal(String(statusAnswer('json', 429, 'Slow down.')), '{"code":8,"message":"Slow down."}');
  assert.equal(statusAnswer('protobuf', 400, 'No.').toString('hex'), '080312034e6f2e');
});
