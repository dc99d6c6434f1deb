import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MonitorEvent } from '@parley/contract';
import { emailMessage } from './email.ts';
import type { TestEvent } from './event.ts';
import { pagerDutyEvent } from './pagerduty.ts';
import { slackMessage } from './slack.ts';

function firing(data: Partial<MonitorEvent['data']> = {}): MonitorEvent {
  return {
    type: 'monitor.firing',
    timestamp: '2026-05-01T00:00:00.000Z',
    data: {
      monitor: { id: 'mon_1', name: 'Cost per day', url: 'https://parley.example.com/monitors/mon_1' },
      app: { id: 'app_1', name: 'Shop' },
      group: null,
      state: 'firing',
      step: null,
      measure: 'costUsd',
      value: 12.345678,
      threshold: 10,
      condition: { above: 10 },
      window: { from: '2026-04-30T00:00:00.000Z', to: '2026-05-01T00:00:00.000Z' },
      forecast: null,
      again: false,
      reason: null,
      ...data,
    },
  };
}
const TEST: TestEvent = {
  type: 'channel.test',
  timestamp: '2026-05-01T00:00:00.000Z',
  data: { channel: { id: 'chan_1', name: 'Ops' }, app: { id: 'app_1', name: 'Shop' } },
};
const HOSTILE = '<!channel> & <https://evil.example|click> \r\nBcc: all@example.com\u0000\u2028';

test('Slack gets a text, a header, the figures and a link', () => {
  const { text, blocks } = slackMessage(firing());
  assert.equal(text, 'Firing: Cost per day (Cost: $12.35, threshold: $10.00)');
  assert.deepEqual(
    blocks.map(({ type }) => type),
    ['header', 'section', 'actions'],
  );
  assert.match(JSON.stringify(blocks), /\*Value\*\\n\$12\.35/);
  assert.match(JSON.stringify(blocks), /"url":"https:\/\/parley\.example\.com\/monitors\/mon_1"/);
});

test('what was logged can neither mention anybody in Slack nor link', () => {
  const { text, blocks } = slackMessage(firing({ group: HOSTILE }));
  const monitor = { id: 'mon_1', name: HOSTILE, url: 'https://parley.example.com' };
  const named = slackMessage(firing({ monitor, app: { id: 'a', name: HOSTILE } }));
  assert.doesNotMatch(JSON.stringify([text, blocks, named]), /[<>]/);
  assert.match(text, /&lt;!channel&gt; &amp; &lt;https/);
  for (const block of blocks)
    if (block.type === 'section')
      for (const field of block.fields) assert.ok(field.type === 'mrkdwn' && field.verbatim);
});

test('texts keep to the limits of Slack, and no entity is cut', () => {
  for (const sign of ['&', '<', 'x', '😀']) {
    const monitor = { id: 'mon_1', name: sign.repeat(5000), url: 'https://parley.example.com' };
    const { text, blocks } = slackMessage(firing({ monitor, group: sign.repeat(5000) }));
    assert.ok(text.length <= 3000);
    for (const block of blocks) {
      if (block.type === 'header') {
        assert.ok(block.text.text.length <= 150, String(block.text.text.length));
        assert.ok(block.text.text.isWellFormed());
        assert.doesNotMatch(block.text.text.replaceAll(/&(?:amp|lt|gt);/g, ''), /&/);
      }
      if (block.type === 'section') {
        assert.ok(block.fields.length <= 10);
        for (const field of block.fields) assert.ok(field.text.length <= 2000);
      }
    }
  }
});

test('PagerDuty resolves what it was triggered with, per monitor and group, by a short key', () => {
  const group = 'g'.repeat(5000);
  const trigger = pagerDutyEvent(firing({ group }), 'key');
  const resolve = pagerDutyEvent({ ...firing({ group, value: 3 }), type: 'monitor.recovered' }, 'key');
  assert.deepEqual([trigger.event_action, resolve.event_action], ['trigger', 'resolve']);
  assert.equal(trigger.dedup_key, resolve.dedup_key);
  assert.ok(trigger.dedup_key.length <= 255);
  assert.ok(trigger.payload.summary.length <= 1024);
  const keys = [firing(), firing({ group: 'a' }), firing({ group: 'b' }), TEST].map(
    (event) => pagerDutyEvent(event, 'key').dedup_key,
  );
  assert.equal(new Set(keys).size, 4);
});

test('PagerDuty is told how bad it is: a part of a budget is a warning, a test is for information', () => {
  const severity = (event: MonitorEvent | TestEvent) => pagerDutyEvent(event, 'key').payload.severity;
  assert.deepEqual(
    [severity(firing()), severity(firing({ step: 1 })), severity(firing({ step: 0.8 })), severity(TEST)],
    ['critical', 'critical', 'warning', 'info'],
  );
});

test('what was logged is escaped in an email and adds no header', () => {
  const { subject, text, html } = emailMessage(firing({ group: HOSTILE, forecast: 20, step: 0.8 }));
  assert.doesNotMatch(subject, /[\p{Cc}\u2028]/u);
  assert.doesNotMatch(text, /^Bcc:/m);
  assert.match(html, /&lt;!channel&gt; &amp; &lt;https/);
  assert.doesNotMatch(html, /<!channel>|<https/);
  assert.match(text, /^Step: 80%$/m);
  assert.match(text, /^Forecast: \$20\.00$/m);
  const quoted = { id: 'mon_1', name: 'x', url: 'https://parley.example.com/"onclick="alert(1)' };
  assert.match(emailMessage(firing({ monitor: quoted })).html, /&quot;onclick=&quot;alert/);
});

test('a title says what is new', () => {
  const title = (data: Partial<MonitorEvent['data']>) => emailMessage(firing(data)).text.split('\n')[0];
  assert.deepEqual(
    [
      ...[title({ again: true }), title({ state: 'noData' }), title({ state: 'failing' })],
      ...[title({ step: 0.8 }), title({ group: 'eu' })],
    ],
    [
      'Still firing: Cost per day',
      'No data: Cost per day',
      'Could not be judged: Cost per day',
      '80% reached: Cost per day',
      'Firing: Cost per day · eu',
    ],
  );
});

test('every channel has words for missing data, and for its test', () => {
  const missing = firing({ value: null, state: 'noData' });
  assert.match(emailMessage(missing).text, /^Value: no data$/m);
  assert.equal(emailMessage(TEST).subject, '[Parley] Test of the channel Ops');
  assert.equal(slackMessage(TEST).text, 'Test of the channel Ops');
  assert.deepEqual(pagerDutyEvent(TEST, 'key').links, []);
});

test('figures have the unit of their measure', () => {
  const facts = (data: Partial<MonitorEvent['data']>) =>
    emailMessage(firing(data))
      .text.split('\n')
      .filter((line) => /^(Measure|Value|Threshold):/.test(line));
  const changedBy = { changedBy: -0.5, against: 'weekBefore' } as const;
  assert.deepEqual(facts({ measure: 'errorRate', value: 0.0525, threshold: 0.05 }), [
    'Measure: Error rate',
    'Value: 5.25%',
    'Threshold: 5%',
  ]);
  assert.deepEqual(facts({ measure: 'latencyP95', value: 2340, threshold: 900 }), [
    'Measure: Latency, 95th percentile',
    'Value: 2.34 s',
    'Threshold: 900 ms',
  ]);
  assert.deepEqual(facts({ measure: 'totalTokens', value: 1234567, threshold: 1e6 }), [
    'Measure: Tokens',
    'Value: 1,234,567',
    'Threshold: 1,000,000',
  ]);
  assert.deepEqual(facts({ measure: 'score.helpful.mean', value: 0.71234, threshold: 0.8 }), [
    'Measure: Score helpful, mean',
    'Value: 0.7123',
    'Threshold: 0.8',
  ]);
  assert.deepEqual(facts({ measure: 'costUsd', value: -0.62, threshold: -0.5, condition: changedBy }), [
    'Measure: Cost, change from a week before',
    'Value: −62%',
    'Threshold: −50%',
  ]);
});

test('an email has dark colours for all that it shows, loads nothing, and says when in words', () => {
  const { html, text } = emailMessage(firing({ step: 0.8, forecast: 20 }));
  const painted = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
  assert.ok(painted.length > 10);
  for (const name of painted) assert.ok(html.includes(`.${name}{`), name);
  assert.deepEqual(html.match(/<(?:img|link|script)|url\(|\bsrc=/g), null);
  assert.match(text, /^Window: 30 Apr 2026, 00:00.*1 May 2026, 00:00 UTC$/m);
});
