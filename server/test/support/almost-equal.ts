import assert from 'node:assert/strict';

/**
 * Deep equality up to the last digits of numbers: a sum depends on the order in which its parts are added.
 */
export function assertAlmostEqual(actual: unknown, expected: unknown, what: string): void {
  if (typeof actual === 'number' && typeof expected === 'number') {
    const difference = Math.abs(actual - expected);
    assert.ok(difference <= 1e-9 * Math.max(1, Math.abs(expected)), `${what}: ${actual}, not ${expected}`);
  } else if (isObject(actual) && isObject(expected)) {
    assert.deepEqual(Object.keys(actual), Object.keys(expected), what);
    for (const [name, value] of Object.entries(expected))
      assertAlmostEqual(actual[name], value, `${what}.${name}`);
  } else assert.deepEqual(actual, expected, what);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Set);
}
