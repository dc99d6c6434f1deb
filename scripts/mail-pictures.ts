/** Pictures of the mails that Parley sends, in the widths of a desktop's and a phone's mail program. */
import { join } from 'node:path';
import type { MonitorEvent, ReportEvent } from '@parley/contract';
import type { Browser } from 'playwright-core';
import { type EmailMessage, emailMessage } from '../server/src/notify/messages/email.ts';
import { reportEmail } from '../server/src/notify/report/report-email.ts';

const WIDTHS = [640, 375] as const;
const THEMES = ['light', 'dark'] as const;

const APP = { id: 'app_1c5f6ab3d2e94f7a80', name: 'Support assistant' };
const CONSOLE = 'https://parley.example.com/apps/app_1c5f6ab3d2e94f7a80';

function monitor(name: string, changes: Partial<MonitorEvent['data']>): MonitorEvent {
  return {
    type: 'monitor.firing',
    timestamp: '2026-05-12T08:31:04.000Z',
    data: {
      monitor: { id: 'mon_1c5f6ab3d2e94f7a80', name, url: `${CONSOLE}/monitors/mon_1c5f6ab3d2e94f7a80` },
      app: APP,
      group: null,
      state: 'firing',
      step: null,
      measure: 'errorRate',
      value: 0.0832,
      threshold: 0.05,
      condition: { above: 0.05 },
      window: { from: '2026-05-12T08:16:00.000Z', to: '2026-05-12T08:31:00.000Z' },
      forecast: null,
      again: false,
      reason: null,
      ...changes,
    },
  };
}

const BUDGET = monitor('Cost per month', {
  step: 0.8,
  measure: 'costUsd',
  value: 412.37,
  threshold: 500,
  condition: { above: 500 },
  window: { from: '2026-05-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' },
  forecast: 1120.4,
});

const REPORT: ReportEvent = {
  type: 'report.ready',
  timestamp: '2026-05-11T06:00:00.000Z',
  data: {
    report: { id: 'rep_1c5f6ab3d2e94f7a80', name: 'Production', url: `${CONSOLE}/reports` },
    app: APP,
    schedule: 'weekly',
    period: { from: '2026-05-03T22:00:00.000Z', to: '2026-05-10T22:00:00.000Z', timeZone: 'Europe/Berlin' },
    figures: [
      { measure: 'interactions', value: 18_204, before: 16_377 },
      { measure: 'costUsd', value: 92.41, before: 78.02 },
      { measure: 'totalTokens', value: 41_204_877, before: 36_871_002 },
      { measure: 'identifiedUsers', value: 1204, before: null },
      { measure: 'errorRate', value: 0.0123, before: 0.0198 },
      { measure: 'latencyP50', value: 962, before: 1204 },
      { measure: 'latencyP95', value: 4321, before: 4302 },
    ],
    models: [
      { model: 'claude-sonnet-4-5', costUsd: 61.2, interactions: 8120 },
      { model: 'gpt-4o-mini', costUsd: 19.77, interactions: 9004 },
      { model: 'gemini-2.5-flash', costUsd: 11.44, interactions: 1080 },
    ],
    users: [
      { user: 'amara.fletcher@example.com', costUsd: 4.1, interactions: 312 },
      { user: null, costUsd: 2.95, interactions: 1 },
      { user: 'a-very-long-user-id-without-any-space-in-it-0123456789', costUsd: 0.0042, interactions: 2 },
    ],
    newErrors: [{ code: 'rate_limit_exceeded', interactions: 17 }],
    unpriced: [{ model: 'ft:gpt-4o-mini:shop:triage:AbC123', interactions: 240 }],
    chart: [9.2, 12.8, 14.1, 17.9, 21.3, 10.6, 6.51].map((costUsd, day) => ({
      from: new Date(Date.UTC(2026, 4, 3 + day, 22)).toISOString(),
      ...{ costUsd, interactions: 2600 },
    })),
  },
};

const MAILS: Readonly<Record<string, EmailMessage>> = {
  'mail-monitor': emailMessage(monitor('Error rate', { group: 'gpt-4o-mini' })),
  'mail-recovered': emailMessage({
    ...monitor('Error rate', { state: 'ok', value: 0.031 }),
    type: 'monitor.recovered',
  }),
  'mail-budget': emailMessage(BUDGET),
  'mail-report': reportEmail(REPORT),
};

/** Takes those with `only` in their name. A mail that loads something from elsewhere fails. */
export async function takeMails(browser: Browser, { to, only }: { to: string; only: string }): Promise<void> {
  for (const theme of THEMES)
    for (const width of WIDTHS) {
      const viewport = { width, height: 400 };
      const context = await browser.newContext({
        viewport,
        colorScheme: theme,
        deviceScaleFactor: 2,
        offline: true,
      });
      const page = await context.newPage();
      page.on('requestfailed', (request) => {
        throw new Error(`A mail asks for ${request.url()}`);
      });
      for (const [name, mail] of Object.entries(MAILS).filter(([name]) => name.includes(only))) {
        await page.setContent(withPictures(mail));
        const path = join(to, `${name}-${width}-${theme}.png`);
        await page.screenshot({ path, fullPage: true });
        console.log(path);
      }
      await context.close();
    }
}

/** The HTML with its pictures in it, which a mail program takes from the parts of the mail. */
function withPictures({ html, pictures = [] }: EmailMessage): string {
  return pictures.reduce(
    (text, { id, png }) => text.replaceAll(`cid:${id}`, `data:image/png;base64,${png.toString('base64')}`),
    html,
  );
}
