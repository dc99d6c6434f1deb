import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beforeCompression } from './before-compression.ts';

describe('the size before compression', () => {
  it('comes with how many times as much it is', () => {
    assert.equal(beforeCompression({ bytesOnDisk: 300_000_000, rawBytes: 1_230_000_000 }), '1.2 GB (4.1×)');
  });

  it('is not said of a store that has hardly anything, or is larger on disk', () => {
    assert.equal(beforeCompression({ bytesOnDisk: 13_000, rawBytes: 1300 }), null);
    assert.equal(beforeCompression({ bytesOnDisk: 0, rawBytes: 0 }), null);
    assert.equal(beforeCompression({ bytesOnDisk: 3_000_000, rawBytes: 2_000_000 }), null);
  });
});
