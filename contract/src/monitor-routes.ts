/** Routes of monitors. */
import { Done } from './accounts.ts';
import {
  ListMonitorsQuery,
  MAX_GROUPS,
  MAX_MONITORS,
  Monitor,
  MonitorChanges,
  MonitorHistory,
  MonitorHistoryQuery,
  MonitorList,
  MonitorParams,
  MonitorPreview,
  MonitorPreviewBody,
  NewMonitorBody,
} from './monitors.ts';
import type { Route } from './route.ts';

const READ = { kind: 'application', scope: 'read' } as const;
const LOGIN = { kind: 'login' } as const;

const BUDGET = {
  measure: 'costUsd',
  filters: { provider: 'openai' },
  window: 'month',
  condition: { above: 500 },
  steps: [0.5, 0.8, 1],
} as const;

export const MONITOR_ROUTES = {
  listMonitors: {
    method: 'GET',
    path: '/v1/monitors',
    tag: 'Monitors',
    summary: 'List monitors with their states: those that fire first, then by name',
    access: READ,
    query: ListMonitorsQuery,
    answer: MonitorList,
  },
  createMonitor: {
    method: 'POST',
    path: '/v1/monitors',
    tag: 'Monitors',
    summary: 'Create a monitor or a budget',
    description: `A measure of a window, judged again and again: above or below a threshold, or changed against an earlier window. With \`groupBy\`, each of up to ${MAX_GROUPS} values has its own state. With \`steps\` it is a budget: each step is told once in a day, week or month. At most ${MAX_MONITORS} monitors of an application.`,
    access: LOGIN,
    body: NewMonitorBody,
    example: {
      app: 'app_1c5f6ab3d2e94f7a80',
      name: 'Spend per month',
      ...BUDGET,
      notify: ['chan_8d3a54ab10c2f7e6b1'],
    },
    answer: Monitor,
    errors: ['forbidden', 'conflict'],
    audit: 'monitor.create',
  },
  previewMonitor: {
    method: 'POST',
    path: '/v1/monitors/preview',
    tag: 'Monitors',
    summary: 'See when a monitor would have fired',
    description:
      'The measure over the last 30 days, or the last 7 for windows of less than a quarter of an hour, in steps; and when the monitor would have fired. Percentiles, means and counts of people of a window that is longer than a step are those of the step. Of groups, the ten largest.',
    access: READ,
    body: MonitorPreviewBody,
    example: {
      app: 'app_1c5f6ab3d2e94f7a80',
      measure: 'errorRate',
      window: '1h',
      condition: { above: 0.05 },
      minimum: 20,
    },
    answer: MonitorPreview,
    errors: ['unavailable'],
  },
  getMonitor: {
    method: 'GET',
    path: '/v1/monitors/:monitorId',
    tag: 'Monitors',
    summary: 'Get a monitor with its states',
    access: READ,
    params: MonitorParams,
    answer: Monitor,
  },
  updateMonitor: {
    method: 'PATCH',
    path: '/v1/monitors/:monitorId',
    tag: 'Monitors',
    summary: 'Change, mute or switch off a monitor',
    description:
      'A monitor that judges something else afterwards starts anew. Whoever was told that it fires is told that this is over.',
    access: LOGIN,
    params: MonitorParams,
    body: MonitorChanges,
    example: { condition: { above: 800 }, mutedUntil: '2026-12-01T08:00:00Z' },
    answer: Monitor,
    errors: ['forbidden'],
    audit: 'monitor.update',
  },
  deleteMonitor: {
    method: 'DELETE',
    path: '/v1/monitors/:monitorId',
    tag: 'Monitors',
    summary: 'Delete a monitor with its history',
    access: LOGIN,
    params: MonitorParams,
    answer: Done,
    errors: ['forbidden'],
    audit: 'monitor.delete',
  },
  getMonitorHistory: {
    method: 'GET',
    path: '/v1/monitors/:monitorId/history',
    tag: 'Monitors',
    summary: 'List the changes of a monitor’s states, the newest first',
    access: READ,
    params: MonitorParams,
    query: MonitorHistoryQuery,
    answer: MonitorHistory,
  },
} as const satisfies Record<string, Route>;
