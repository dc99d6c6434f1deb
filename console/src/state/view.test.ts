import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readView, timeZoneOf } from './view.ts';

describe('what an address says about the view', () => {
  it('names a time zone only where there is one', () => {
    assert.equal(timeZoneOf(readView({ tz: 'Asia/Kolkata' })), 'Asia/Kolkata');
    for (const tz of ['Mars/Base', '+02:00', '', 7]) assert.equal(readView({ tz }).tz, undefined, String(tz));
  });
});
