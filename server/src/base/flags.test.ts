import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FlagError, parseFlags } from './flags.ts';

const options = { port: { type: 'string' }, json: { type: 'boolean' } } as const;
const wrong = (args: string[]) => {
  try {
    return parseFlags({ args, options }).values;
  } catch (error) {
    assert.ok(error instanceof FlagError);
    return error.message;
  }
};

describe('parseFlags', () => {
  it('reads flags', () => {
    assert.deepEqual(
      { ...parseFlags({ args: ['--port', '1', '--json'], options }).values },
      { port: '1', json: true },
    );
  });

  it('names the known flags when one is wrong', () => {
    const known = 'Known flags: --port, --json.';
    assert.equal(wrong(['--prot', '1']), `Unknown option '--prot'. ${known}`);
    assert.equal(wrong(['-x']), `Unknown option '-x'. ${known}`);
    assert.equal(wrong(['more']), `Unexpected argument 'more'. ${known}`);
    assert.equal(wrong(['--port']), `Option '--port <value>' argument missing. ${known}`);
    assert.equal(wrong(['--port', '--json']), `Option '--port' argument is ambiguous. ${known}`);
    assert.equal(wrong(['--json=yes']), `Option '--json' does not take an argument. ${known}`);
    assert.throws(() => parseFlags({ args: ['--x'], options: {} }), /It takes no flags\.$/);
  });
});
