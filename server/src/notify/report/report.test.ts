import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { ReportEvent } from '@parley/contract';
import { barChart, CHART } from './bar-chart.ts';
import { reportEmail } from './report-email.ts';
import { reportSlack } from './report-slack.ts';
import { changeText, reportWords } from './report-words.ts';

const EVENT: ReportEvent = {
  type: 'report.ready',
  timestamp: '2026-03-09T08:00:00.000Z',
  data: {
    report: {
      id: 'rep_1',
      name: 'Shop <b>',
      url: 'https://parley.example.com/apps/app_1/overview?from=a&to=b',
    },
    app: { id: 'app_1', name: 'Shop' },
    schedule: 'weekly',
    period: { from: '2026-03-01T23:00:00.000Z', to: '2026-03-08T23:00:00.000Z', timeZone: 'Europe/Berlin' },
    figures: [
      { measure: 'interactions', value: 12_345, before: 10_000 },
      { measure: 'costUsd', value: 0.0042, before: 0 },
      { measure: 'errorRate', value: 0.0123, before: 0.02 },
      { measure: 'latencyP95', value: 4321, before: null },
      { measure: 'identifiedUsers', value: null, before: 3 },
    ],
    models: [{ model: 'gpt-4o', costUsd: 12.5, interactions: 1 }],
    users: [{ user: '<!channel>\r\nBcc: x@example.com', costUsd: null, interactions: 2 }],
    newErrors: [{ code: 'rate_limit_exceeded', interactions: 17 }],
    unpriced: [],
    chart: [
      { from: '2026-03-01T23:00:00.000Z', costUsd: 1, interactions: 10 },
      { from: '2026-03-02T23:00:00.000Z', costUsd: null, interactions: 0 },
      { from: '2026-03-07T23:00:00.000Z', costUsd: 2, interactions: 20 },
    ],
  },
};

test('a report names its period in its own time zone, its figures in their units, and what changed', () => {
  const words = reportWords(EVENT);
  assert.equal(words.title, 'Weekly report: Shop <b>');
  assert.deepEqual([words.app, words.period], ['Shop', '2 Mar 2026 to 8 Mar 2026']);
  assert.equal(words.chart.most, 'up to $2.00');
  assert.deepEqual(
    words.figures.map(({ name, value, note }) => [name, value, note]),
    [
      ['Interactions', '12,345', '+23%'],
      ['Cost', '$0.0042', ''],
      ['Error rate', '1.23%', '−38%'],
      ['Latency, 95th percentile', '4.32 s', ''],
      ['Users', '–', ''],
    ],
  );
  assert.deepEqual(
    words.lists.map(({ title }) => title),
    ['Models by cost', 'Users by cost', 'New errors'],
  );
  assert.equal(changeText(100, 100), 'unchanged');
  assert.deepEqual(
    [words.link, words.lists[0]?.rows[0]?.link, words.lists[2]?.rows[0]?.link].map((link) =>
      decodeURIComponent(link ?? ''),
    ),
    [
      'https://parley.example.com/apps/app_1/overview?from=a&to=b',
      'https://parley.example.com/apps/app_1/interactions?from=a&to=b&requestedModel=["gpt-4o"]',
      'https://parley.example.com/apps/app_1/interactions?from=a&to=b&outcome=["error"]&errorCode=["rate_limit_exceeded"]',
    ],
  );
});

test('what was logged is text in every channel', () => {
  const email = reportEmail(EVENT);
  assert.match(
    email.html,
    /<a href="https:\/\/parley\.example\.com\/apps\/app_1\/interactions[^"]+"[^>]*>gpt-4o<\/a>/,
  );
  assert.ok(email.html.includes('Shop &lt;b&gt;') && !email.html.includes('<b>Shop'));
  assert.ok(!email.html.includes('<!channel>'));
  assert.ok(!email.subject.includes('\n') && !email.text.includes('\r'));
  assert.match(email.text, /<!channel> Bcc: x@example\.com: – \(2 calls\)/);
  const slack = JSON.stringify(reportSlack(EVENT));
  assert.ok(!slack.includes('<!channel>') && slack.includes('&lt;!channel&gt;'));
  for (const block of reportSlack(EVENT).blocks)
    if ('text' in block) assert.ok(block.text.text.length <= 3000);
});

test('the picture is a PNG of two colours, as high as its figures', () => {
  const png = barChart([1, null, 2, 0]);
  assert.deepEqual([...png.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [CHART.width, CHART.height]);
  const at = png.indexOf('IDAT');
  const lines = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  assert.equal(lines.length, (CHART.width + 1) * CHART.height);
  const heightAt = (x: number) =>
    Array.from({ length: CHART.height }, (_, y) => lines[y * (CHART.width + 1) + 1 + x]).filter(
      (color) => color === 1,
    ).length;
  const middle = (i: number) => Math.round(((i + 0.5) * CHART.width) / 4);
  assert.deepEqual(
    [0, 1, 2, 3].map((i) => heightAt(middle(i))),
    [119, 0, 238, 0],
  );
  assert.ok(barChart([]).length > 0 && barChart([0, 0]).length > 0);
});
