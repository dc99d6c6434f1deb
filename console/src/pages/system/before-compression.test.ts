import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beforeCompression } from './before-compression.ts';

describe('the size before compression', () => {
  it('it is shown with its ratio', () => {
    assert.equal(beforeCompression({ bytesOnDisk: 300_000_000, rawBytes: 1_230_000_000 }), '1.2 GB (4.1×)');
  });

  it('it is not shown for a nearly empty store, or one that is larger on disk', () => {
    assert.equal(beforeCompression({ bytesOnDisk: 13_000, rawBytes: 1300 }), null);
    assert.equal(beforeCompression({ bytesOnDisk: 0, rawBytes: 0 }), null);
    assert.equal(beforeCompression({ bytesOnDisk: 3_000_000, rawBytes: 2_000_000 }), null);
  });
});
