import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApplicationSettingsChanges } from './applications.ts';
import { QueryBody } from './query.ts';
import { timeZoneNamed } from './time-zone.ts';

const ALIASES = {
  'US/Pacific': 'America/Los_Angeles',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Kolkata': 'Asia/Kolkata',
  'Europe/Kiev': 'Europe/Kyiv',
  'America/Argentina/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  GB: 'Europe/London',
  PRC: 'Asia/Shanghai',
  EST5EDT: 'America/New_York',
  'Etc/UTC': 'UTC',
  Zulu: 'UTC',
  GMT: 'UTC',
  'Etc/GMT+5': 'Etc/GMT+5',
};

const cases = (name: string) => [
  name,
  name.toLowerCase(),
  name.toUpperCase(),
  [...name].map((letter, i) => (i % 2 ? letter.toLowerCase() : letter.toUpperCase())).join(''),
];

test('every spelling of a zone leads to one name', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const [name, ...others] = cases(zone).map(timeZoneNamed);
    assert.ok(name, zone);
    assert.ok(
      others.every((other) => other === name),
      zone,
    );
    assert.equal(timeZoneNamed(name), name, zone);
  }
  for (const [alias, zone] of Object.entries(ALIASES)) {
    for (const name of cases(alias)) assert.equal(timeZoneNamed(name), zone, name);
  }
});

test('unknown zones and misleading abbreviations are refused', () => {
  const wrong = [
    '',
    'Mars/Base',
    '+02:00',
    '-0330',
    '2',
    'BST',
    'ist',
    'SystemV/PST8PDT',
    'Europe/Berlin ',
    'x'.repeat(65),
  ];
  for (const timezone of wrong) {
    assert.equal(timeZoneNamed(timezone), null, timezone);
    const question = QueryBody.safeParse({ measures: ['interactions'], timezone });
    const setting = ApplicationSettingsChanges.safeParse({ timeZone: timezone });
    assert.deepEqual(question.error?.issues.at(-1)?.path, ['timezone'], timezone);
    assert.deepEqual(setting.error?.issues.at(-1)?.path, ['timeZone'], timezone);
  }
});

test('queries and settings have the current name of the zone', () => {
  const timeZone = 'asia/CALCUTTA';
  assert.equal(QueryBody.parse({ measures: ['interactions'], timezone: timeZone }).timezone, 'Asia/Kolkata');
  assert.equal(ApplicationSettingsChanges.parse({ timeZone }).timeZone, 'Asia/Kolkata');
  assert.equal(QueryBody.parse({ measures: ['interactions'] }).timezone, 'UTC');
});
