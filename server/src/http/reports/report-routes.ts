/** Reports: what is sent, when, and what it would say now. */
import type { Report } from '@parley/contract';
import { filtersAsSent } from '../../accounts/filters-as-sent.ts';
import {
  createReport,
  deleteReport,
  makeReportDue,
  updateReport,
} from '../../accounts/reports/change-reports.ts';
import { listReports, type StoredReport, storedReport } from '../../accounts/reports/stored-report.ts';
import { ApiError } from '../../base/errors.ts';
import { instant, instantOrNull } from '../../base/instant.ts';
import type { Reading } from '../../reading/reading.ts';
import { gatherReport } from '../../reports/gather-report.ts';
import type { Bind } from '../bind.ts';
import type { PeopleContext } from '../people/people-context.ts';

export function reportRoutes(
  bind: Bind,
  { people, reading }: { people: PeopleContext; reading: Reading },
): void {
  const { db } = people;

  bind('listReports', async ({ asker: { apps } }) => ({
    data: (await listReports(db, apps)).map(showReport),
  }));

  bind('createReport', async ({ body, change }) =>
    change(async ({ tx, login: { person }, note }) => {
      const id = await createReport(tx, person.id, body);
      const report = await storedReport(tx, { id, apps: [body.app] });
      if (!report) throw new ApiError('internal');
      note({ appId: body.app, target: id, details: { name: body.name } });
      return showReport(report);
    }),
  );

  bind('updateReport', async ({ params: { reportId: id }, body, change }) =>
    change(async ({ tx, login: { person }, note }) => {
      const report = await updateReport(tx, { id, personId: person.id }, body);
      note({ appId: report.app, details: { name: report.name, changed: Object.keys(body).join(', ') } });
      return showReport(report);
    }),
  );

  bind('deleteReport', async ({ params: { reportId: id }, change }) =>
    change(async ({ tx, login: { person }, note }) => {
      const { app, name } = await deleteReport(tx, { id, personId: person.id });
      note({ appId: app, details: { name } });
      return { status: 'ok' as const };
    }),
  );

  bind('sendReport', async ({ params: { reportId: id }, change }) =>
    change(async ({ tx, login: { person }, note }) => {
      const report = await makeReportDue(tx, { id, personId: person.id });
      note({ appId: report.app, details: { name: report.name } });
      return showReport(report);
    }),
  );

  bind('previewReport', async ({ asker: { key, apps }, params, gone }) => {
    const report = await storedReport(db, { id: params.reportId, apps });
    if (!report) throw new ApiError('not_found');
    return gatherReport(report, {
      at: Date.now(),
      baseUrl: people.baseUrl,
      ask: (app, body) => reading.lookUp(key, 'figures', { apps: [app], body }, { gone }),
    });
  });
}

function showReport(report: StoredReport): Report {
  const { id, app, name, schedule, hour, notify, enabled, createdBy } = report;
  return {
    ...{ id, app, name, schedule, hour, notify, enabled, createdBy },
    filters: filtersAsSent(report.filters),
    createdAt: instant(report.createdAt),
    sentAt: instantOrNull(report.sentAt),
    nextAt: enabled ? instant(report.nextAt) : null,
  };
}
