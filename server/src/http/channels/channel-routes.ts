/** Channels and deliveries. Handlers check the caller's role in the account of the channel's application. */
import type { Channel, ChannelWithSecret } from '@parley/contract';
import { applicationsFor } from '../../accounts/members/roles.ts';
import { instant, instantOrNull } from '../../base/instant.ts';
import { createChannel } from '../../notify/channels/create-channel.ts';
import { listChannels } from '../../notify/channels/list-channels.ts';
import { rotateSecret } from '../../notify/channels/rotate-secret.ts';
import { managedChannel, type StoredChannel } from '../../notify/channels/stored-channel.ts';
import { showTarget } from '../../notify/channels/target.ts';
import { updateChannel } from '../../notify/channels/update-channel.ts';
import { retryDelivery, storedDelivery } from '../../notify/deliveries/retry-delivery.ts';
import { showDelivery } from '../../notify/deliveries/show-delivery.ts';
import { tryChannel } from '../../notify/deliveries/try-channel.ts';
import type { Notifications } from '../../notify/notifications.ts';
import type { Reading } from '../../reading/reading.ts';
import { personKey } from '../asker.ts';
import type { AuditNote } from '../audit-entry.ts';
import type { Bind } from '../bind.ts';
import type { PeopleContext } from '../people/people-context.ts';

export type ChannelSources = { people: PeopleContext; reading: Reading; notifications: Notifications };

export function channelRoutes(bind: Bind, { people, reading, notifications }: ChannelSources): void {
  const { db } = people;

  bind('listChannels', async ({ login: { person }, query: { app } }) => {
    const channels = await listChannels(db, { personId: person.id, appId: app });
    return { data: channels.map(showChannel) };
  });

  bind('createChannel', async ({ body, change }) =>
    change(async ({ tx, login: { person }, note }) => {
      const maker = { personId: person.id, ...notifications };
      const { id, secret } = await createChannel(tx, maker, body);
      const channel = await managedChannel(tx, { id, personId: person.id });
      note(noteOf(channel));
      return withSecret(channel, secret);
    }),
  );

  bind('getChannel', async ({ params, login: { person } }) =>
    showChannel(await managedChannel(db, { id: params.channelId, personId: person.id })),
  );

  bind('updateChannel', async ({ params, body, change }) =>
    change(async ({ tx, login: { person }, note }) => {
      const asked = { id: params.channelId, personId: person.id };
      await updateChannel(tx, await managedChannel(tx, asked), body, notifications);
      const channel = await managedChannel(tx, asked);
      // What was changed, without the address or the key.
      note(noteOf(channel, { changed: Object.keys(body).join(', ') }));
      return showChannel(channel);
    }),
  );

  bind('deleteChannel', async ({ params, change }) =>
    change(async ({ tx, login: { person }, note }) => {
      const channel = await managedChannel(tx, { id: params.channelId, personId: person.id });
      await tx.deleteFrom('channel').where('id', '=', channel.id).execute();
      note(noteOf(channel));
      return { status: 'ok' as const };
    }),
  );

  bind('rotateChannel', async ({ params, change }) =>
    change(async ({ tx, login: { person }, note }) => {
      const asked = { id: params.channelId, personId: person.id };
      const secret = await rotateSecret(tx, await managedChannel(tx, asked), notifications.seal);
      const channel = await managedChannel(tx, asked);
      note(noteOf(channel));
      return withSecret(channel, secret);
    }),
  );

  bind('testChannel', async ({ params, change }) => {
    const delivery = await change(async ({ tx, login: { person }, note }) => {
      const channel = await managedChannel(tx, { id: params.channelId, personId: person.id });
      const id = await tryChannel(tx, channel);
      note(noteOf(channel));
      return storedDelivery(tx, id);
    });
    notifications.wake();
    return showDelivery(delivery);
  });

  bind('listDeliveries', async ({ login, query, gone }) => {
    const managed = await applicationsFor(db, login.person.id, 'monitors:manage');
    const apps = query.app === undefined ? managed : managed.filter((app) => app === query.app);
    return reading.lookUp(personKey(login), 'deliveryPage', { apps, query }, { gone });
  });

  bind('retryDelivery', async ({ params, change }) => {
    const delivery = await change(async ({ tx, login: { person }, note }) => {
      const asked = { id: params.deliveryId, personId: person.id };
      const retried = await retryDelivery(tx, asked);
      note({ appId: retried.app_id, details: { channel: retried.channel_name, type: retried.type } });
      return retried;
    });
    notifications.wake();
    return showDelivery(delivery);
  });
}

function noteOf({ id, app_id, name, kind }: StoredChannel, more: Record<string, string> = {}): AuditNote {
  return { appId: app_id, target: id, details: { name, kind, ...more } };
}

function withSecret(channel: StoredChannel, secret: string | null): ChannelWithSecret {
  return { ...showChannel(channel), ...(secret === null ? {} : { secret }) };
}

function showChannel(channel: StoredChannel): Channel {
  return {
    id: channel.id,
    app: channel.app_id,
    kind: channel.kind,
    name: channel.name,
    ...showTarget(channel.target),
    createdAt: instant(channel.created_at),
    createdBy: channel.maker,
    previousSecretUntil: instantOrNull(channel.previous_secret_until),
    disabledAt: instantOrNull(channel.disabled_at),
    disabledReason: channel.disabled_reason,
  };
}
