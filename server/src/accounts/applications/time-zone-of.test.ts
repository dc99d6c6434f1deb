import assert from 'node:assert/strict';
import { it } from 'node:test';
import { testMetadata } from '../../../test/support/metadata.ts';
import { createApplication } from './create-application.ts';
import { timeZoneOf } from './time-zone-of.ts';
import { updateSettings } from './update-settings.ts';

it('applications with one time zone use it, and those with several use UTC', async (test) => {
  const { db } = await testMetadata(test);
  const made = async (name: string, timeZone: string) => {
    const { id } = await createApplication(db, { name });
    await updateSettings(db, id, { timeZone });
    return id;
  };
  const [first, second] = [await made('Shop', 'Europe/Berlin'), await made('Desk', 'Europe/Berlin')];
  assert.equal(await timeZoneOf(db, [first]), 'Europe/Berlin');
  assert.equal(await timeZoneOf(db), 'Europe/Berlin');
  const third = await made('Office', 'Asia/Tokyo');
  assert.equal(await timeZoneOf(db, [first, second]), 'Europe/Berlin');
  assert.equal(await timeZoneOf(db, [first, third]), 'UTC');
  assert.equal(await timeZoneOf(db), 'UTC');
  assert.equal(await timeZoneOf(db, ['none']), 'UTC');
  assert.equal(await timeZoneOf(db, []), 'UTC');
});
