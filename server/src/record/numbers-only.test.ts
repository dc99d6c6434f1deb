import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Interaction } from '@parley/contract';
import { loadFixtures } from '../../test/fixtures/formats.ts';
import { headOf } from '../../test/support/interactions.ts';
import { readRows } from '../../test/support/read-rows.ts';
import { priceWith } from '../prices/price.ts';
import {
  BLANK,
  INTERACTION_COLUMNS,
  INTERACTION_TYPES,
  InteractionRow,
  type StoredInteraction,
  writeInteraction,
} from '../store/rows/interaction-row.ts';
import { RowWriter } from '../store/rows/row-binary.ts';
import { asRead, deriveInteraction } from './derive.ts';
import { interactionFromRow } from './from-row.ts';
import { numbersOnly } from './numbers-only.ts';

const PRICE = priceWith(() => []);
const TIMES: Record<string, string> = {
  received_at: 'received',
  requested_at: 'requested',
  responded_at: 'responded',
};

/** Records of every format with the bytes that they were derived from. */
function records() {
  return loadFixtures().map((fixture) => {
    const request = Buffer.from(JSON.stringify(fixture.request));
    const response = Buffer.from(JSON.stringify(fixture.response));
    const { envelope } = headOf();
    const head = headOf({ envelope: { ...envelope, format: fixture.format, type: fixture.type } });
    const record = asRead(deriveInteraction(head, request, response, PRICE));
    return { request, response, record };
  });
}

const NO_PARTS = { input_text: '', request: '', response: '', output_text: '' };

/** The values of a row as the store returns them. */
function columnsOf(stored: StoredInteraction): Record<string, unknown> {
  const writer = new RowWriter();
  writeInteraction(writer, stored);
  const [values = []] = readRows(writer.bytes, INTERACTION_TYPES);
  const row = Object.fromEntries(
    INTERACTION_COLUMNS.map((column, i) => [TIMES[column] ?? column, values[i]]),
  );
  let end = 0;
  const part = (bytes: unknown) => {
    end += Number(bytes);
    return Buffer.from(String(row.content))
      .subarray(end - Number(bytes), end)
      .toString();
  };
  return {
    ...row,
    input_text: part(row.input_bytes),
    request: part(row.request_bytes),
    response: part(row.response_bytes),
    output_text: part(row.output_bytes),
  };
}

test('a record read from the journal equals the one read from a row without bodies', () => {
  for (const stored of records()) {
    const row = columnsOf({ ...stored, keeping: 'numbers' });
    const expected = numbersOnly(stored.record);
    // The engine computes the `record` column from the others.
    const read = InteractionRow.parse({ ...row, record: JSON.stringify(row) });
    assert.deepEqual(interactionFromRow(read), expected);
    Interaction.parse(expected);
  }
});

test('a row without bodies has all numbers of one with bodies, and no text', () => {
  for (const stored of records()) {
    const whole = columnsOf(stored);
    assert.deepEqual(columnsOf({ ...stored, keeping: 'numbers' }), {
      ...whole,
      ...BLANK,
      ...NO_PARTS,
    });
    const asked = stored.record.input
      .flatMap(({ content }) => content)
      .flatMap((part) => (part.type === 'text' ? [part.text] : []));
    for (const said of [...asked, stored.record.outputText, stored.request.toString()]) {
      assert.ok(String(whole.content).includes(said));
    }
  }
});
