/** Routes of reports. */
import { Done } from './accounts.ts';
import { ReportEvent } from './report-events.ts';
import {
  ListReportsQuery,
  MAX_REPORTS,
  NewReportBody,
  Report,
  ReportChanges,
  ReportList,
  ReportParams,
} from './reports.ts';
import type { Route } from './route.ts';

const READ = { kind: 'application', scope: 'read' } as const;
const LOGIN = { kind: 'login' } as const;

export const REPORT_ROUTES = {
  listReports: {
    method: 'GET',
    path: '/v1/reports',
    tag: 'Reports',
    summary: 'List reports, by name',
    access: READ,
    query: ListReportsQuery,
    answer: ReportList,
  },
  createReport: {
    method: 'POST',
    path: '/v1/reports',
    tag: 'Reports',
    summary: 'Create a report',
    description: `The figures of a view against the period before, what costs most, new errors and new models without a price. It is sent once what belongs to its period is stored. At most ${MAX_REPORTS} of an application.`,
    access: LOGIN,
    body: NewReportBody,
    example: {
      app: 'app_1c5f6ab3d2e94f7a80',
      name: 'Production',
      filters: { provider: ['openai'] },
      schedule: 'weekly',
      hour: 8,
      notify: ['chan_8d3a54ab10c2f7e6b1'],
    },
    answer: Report,
    errors: ['forbidden', 'conflict'],
    audit: 'report.create',
  },
  updateReport: {
    method: 'PATCH',
    path: '/v1/reports/:reportId',
    tag: 'Reports',
    summary: 'Change a report, or switch it off',
    access: LOGIN,
    params: ReportParams,
    body: ReportChanges,
    example: { schedule: 'daily' },
    answer: Report,
    errors: ['forbidden'],
    audit: 'report.update',
  },
  deleteReport: {
    method: 'DELETE',
    path: '/v1/reports/:reportId',
    tag: 'Reports',
    summary: 'Delete a report',
    access: LOGIN,
    params: ReportParams,
    answer: Done,
    errors: ['forbidden'],
    audit: 'report.delete',
  },
  sendReport: {
    method: 'POST',
    path: '/v1/reports/:reportId/send',
    tag: 'Reports',
    summary: 'Send a report now, about its last whole period',
    description:
      'It is made within a minute, as it is at its time: `nextAt` is now until then, and `sentAt` afterwards. Asked for again meanwhile, it is sent once.',
    access: LOGIN,
    params: ReportParams,
    answer: Report,
    errors: ['forbidden', 'conflict'],
    audit: 'report.send',
  },
  previewReport: {
    method: 'GET',
    path: '/v1/reports/:reportId/preview',
    tag: 'Reports',
    summary: 'See what a report would say now, about its last whole period',
    access: READ,
    params: ReportParams,
    answer: ReportEvent,
    errors: ['unavailable'],
  },
} as const satisfies Record<string, Route>;
