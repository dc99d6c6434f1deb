import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApplicationSettings, ApplicationSettingsChanges } from './applications.ts';

const SETTINGS: ApplicationSettings = {
  name: 'Shop',
  timeZone: 'Europe/Berlin',
  rateLimit: null,
  sessionTimeout: 10,
  retentionDays: null,
  bodyRetentionDays: null,
  storeBodies: true,
  keepVectors: false,
};

function pathsRefused(
  schema: typeof ApplicationSettings | typeof ApplicationSettingsChanges,
  value: unknown,
) {
  const { error } = schema.safeParse(value);
  return error?.issues.map(({ path }) => path.join('.')) ?? [];
}

test('each setting refuses values outside its range', () => {
  assert.deepEqual(pathsRefused(ApplicationSettings, SETTINGS), []);
  const wrong: Partial<Record<keyof ApplicationSettings, unknown[]>> = {
    name: ['', '  ', 'x'.repeat(101), null],
    timeZone: ['Europe/Nowhere', '+02:00', ''],
    rateLimit: [0, -1, Number.POSITIVE_INFINITY, '5'],
    sessionTimeout: [0, null, 5_256_001],
    retentionDays: [0, 1.5, -1, 36_501],
    bodyRetentionDays: [0, '7'],
    storeBodies: [null, 0, 'yes'],
    keepVectors: [null, 1, 'no'],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      assert.deepEqual(pathsRefused(ApplicationSettings, { ...SETTINGS, [name]: value }), [name], `${value}`);
      assert.deepEqual(pathsRefused(ApplicationSettingsChanges, { [name]: value }), [name], `${value}`);
    }
  }
});

test('a change names at least one setting and no unknown one', () => {
  assert.deepEqual(pathsRefused(ApplicationSettingsChanges, {}), ['']);
  assert.deepEqual(pathsRefused(ApplicationSettingsChanges, { name: 'Shop', colour: 'red' }), ['']);
  assert.deepEqual(ApplicationSettingsChanges.parse({ rateLimit: null }), { rateLimit: null });
});

test('bodies cannot be kept for longer than their records', () => {
  for (const schema of [ApplicationSettings, ApplicationSettingsChanges]) {
    const refused = (retentionDays: number | null, bodyRetentionDays: number | null) =>
      pathsRefused(schema, { ...SETTINGS, retentionDays, bodyRetentionDays });
    assert.deepEqual(refused(30, 31), ['bodyRetentionDays']);
    for (const [record, body] of [
      [30, 30],
      [null, 30],
      [30, null],
      [null, null],
    ] as const) {
      assert.deepEqual(refused(record, body), []);
    }
  }
  assert.deepEqual(pathsRefused(ApplicationSettingsChanges, { bodyRetentionDays: 30 }), []);
});
