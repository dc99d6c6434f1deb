import type { Report } from '@parley/contract';
import { useState } from 'react';
import { useChange } from '../../api/use-ask.ts';
import { AddFilter } from '../../filters/add-filter.tsx';
import { FilterChips } from '../../filters/filter-chips.tsx';
import { filtersOf, readView } from '../../state/view.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NameField, SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ChannelsField } from '../monitors/channels-field.tsx';
import { hourText, SCHEDULES } from './schedules.ts';

type Props = { appId: string; report?: Report; onClose: () => void };

const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), hourText(hour)] as const);

/** A new report, or the settings of one. */
export function ReportDialog({ appId, report, onClose }: Props) {
  const create = useChange('POST /v1/reports', 'GET /v1/reports');
  const update = useChange('PATCH /v1/reports/:reportId', 'GET /v1/reports');
  const [view, setView] = useState(() => readView(report?.filters ?? {}));
  const [notify, setNotify] = useState<readonly string[]>(report?.notify ?? []);
  const schedules = Object.keys(SCHEDULES) as Report['schedule'][];
  return (
    <Dialog open title={report ? 'Edit report' : 'New report'} onClose={onClose} steady>
      <Form
        action={report ? 'Save' : 'Create report'}
        change={report ? update : create}
        onSubmit={(field) => {
          const body = {
            name: field('name').trim(),
            schedule: schedules.find((name) => name === field('schedule')) ?? 'weekly',
            hour: Number(field('hour')),
            filters: filtersOf(view),
            notify: [...notify],
          };
          if (report) update.mutate({ params: { reportId: report.id }, body }, { onSuccess: onClose });
          else create.mutate({ body: { app: appId, ...body } }, { onSuccess: onClose });
        }}
      >
        <NameField dir="auto" placeholder="Production" defaultValue={report?.name} />
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label="Schedule"
            name="schedule"
            options={schedules.map((name) => [name, SCHEDULES[name]] as const)}
            defaultValue={report?.schedule ?? 'weekly'}
          />
          <SelectField
            label="Time"
            name="hour"
            options={HOURS}
            defaultValue={report?.hour ?? 8}
            hint="In the time zone of the application."
          />
        </div>
        <section aria-label="Filters" className="flex flex-wrap items-center gap-2">
          <span className="text-sm font-medium">Only</span>
          <FilterChips view={view} onChange={setView} />
          <AddFilter view={view} onChange={setView} />
        </section>
        <ChannelsField appId={appId} chosen={notify} onChange={setNotify} except="pagerduty" />
      </Form>
    </Dialog>
  );
}
