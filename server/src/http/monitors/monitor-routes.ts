/** Monitors: what is judged, what state it is in, and what it was in before. */

import { timeZoneOf } from '../../accounts/applications/time-zone-of.ts';
import { createMonitor } from '../../accounts/monitors/create-monitor.ts';
import { deleteMonitor } from '../../accounts/monitors/delete-monitor.ts';
import { readStates } from '../../accounts/monitors/group-states.ts';
import { readHistory } from '../../accounts/monitors/history.ts';
import type { Sending } from '../../accounts/monitors/queue-messages.ts';
import { listMonitors, type StoredMonitor, storedMonitor } from '../../accounts/monitors/stored-monitor.ts';
import { updateMonitor } from '../../accounts/monitors/update-monitor.ts';
import { ApiError } from '../../base/errors.ts';
import type { Reading } from '../../reading/reading.ts';
import { type Asker, narrowTo } from '../asker.ts';
import type { Bind } from '../bind.ts';
import type { PeopleContext } from '../people/people-context.ts';
import { showChange, showMonitor, weightOf } from './show-monitor.ts';

export function monitorRoutes(
  bind: Bind,
  { people, reading }: { people: PeopleContext; reading: Reading },
): void {
  const { db } = people;
  const sending = (): Sending => ({ now: Date.now(), baseUrl: people.baseUrl });

  bind('listMonitors', async ({ asker: { apps } }) => {
    const monitors = await listMonitors(db, apps);
    const states = await readStates(
      db,
      monitors.map(({ id }) => id),
    );
    const data = monitors.map((monitor) => showMonitor(monitor, states.get(monitor.id) ?? new Map()));
    return { data: data.sort((a, b) => weightOf(b.state) - weightOf(a.state)) };
  });

  bind('createMonitor', async ({ body, change }) =>
    change(async ({ tx, login: { person }, note }) => {
      const id = await createMonitor(tx, person.id, body);
      const monitor = await storedMonitor(tx, { id, apps: [body.app] });
      if (!monitor) throw new ApiError('internal');
      note({ appId: body.app, target: id, details: { name: body.name } });
      return showMonitor(monitor, new Map());
    }),
  );

  bind('previewMonitor', async ({ asker, body: { app, ...definition }, gone }) => {
    const { key, apps } = narrowTo(asker, app);
    const timeZone = await timeZoneOf(db, apps);
    const asked = { app, definition, timeZone, now: Date.now() };
    return reading.lookUp(key, 'monitorPreview', asked, { gone });
  });

  bind('getMonitor', async ({ asker, params }) => {
    const monitor = await readable(asker, params.monitorId);
    return showMonitor(monitor, (await readStates(db, [monitor.id])).get(monitor.id) ?? new Map());
  });

  bind('updateMonitor', async ({ params: { monitorId: id }, body, change }) =>
    change(async ({ tx, login: { person }, note }) => {
      const { after } = await updateMonitor(tx, { id, personId: person.id, sending: sending() }, body);
      note({ appId: after.app, details: { name: after.name, changed: Object.keys(body).join(', ') } });
      return showMonitor(after, (await readStates(tx, [id])).get(id) ?? new Map());
    }),
  );

  bind('deleteMonitor', async ({ params: { monitorId: id }, change }) =>
    change(async ({ tx, login: { person }, note }) => {
      const { app, name } = await deleteMonitor(tx, { id, personId: person.id, sending: sending() });
      note({ appId: app, details: { name } });
      return { status: 'ok' as const };
    }),
  );

  bind('getMonitorHistory', async ({ asker, params, query: { before, limit } }) => {
    const { id } = await readable(asker, params.monitorId);
    return { data: (await readHistory(db, { monitorId: id, before, limit })).map(showChange) };
  });

  async function readable({ apps }: Asker, id: string): Promise<StoredMonitor> {
    const monitor = await storedMonitor(db, { id, apps });
    if (!monitor) throw new ApiError('not_found');
    return monitor;
  }
}
