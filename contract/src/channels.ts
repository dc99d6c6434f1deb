/** Channels: where messages go, and the deliveries of messages to them. */
import { z } from 'zod';
import { CursorText, Limit, pageOf } from './filters.ts';
import { ChannelKind, DeliveryState, EventType } from './monitor-events.ts';
import { Timestamp } from './record.ts';
import { TrimmedText } from './text.ts';

/** Channels of an application: a few for each team that looks after it. */
export const MAX_CHANNELS = 50;
export const MAX_RECIPIENTS = 20;
/** Tests of a channel in a minute: everybody who may manage channels can write to any address. */
export const TESTS_PER_MINUTE = 5;
/** How long the secret before a rotation signs messages, too. */
export const ROTATION_HOURS = 24;
/** How long deliveries are kept once they have arrived or failed. */
export const DELIVERY_DAYS = 30;

const Id = z.string().regex(/^\w{1,64}$/);
const ChannelName = TrimmedText.min(1).max(100);
const Address = z
  .string()
  .trim()
  .max(2000)
  .describe('Begins with `https://`, has no user name, and does not lead into a private network');
const Recipients = z
  .array(z.email().max(254))
  .min(1)
  .max(MAX_RECIPIENTS)
  .describe(`Any addresses, at most ${MAX_RECIPIENTS}`);
const RoutingKey = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{16,64}$/)
  .describe('The integration key of an “Events API v2” integration');

const Named = z.object({ app: Id, name: ChannelName });

export const NewChannelBody = z.discriminatedUnion('kind', [
  Named.extend({ kind: z.literal('webhook'), url: Address }).strict(),
  Named.extend({ kind: z.literal('slack'), url: Address.describe('Of an incoming webhook') }).strict(),
  Named.extend({ kind: z.literal('email'), to: Recipients }).strict(),
  Named.extend({ kind: z.literal('pagerduty'), routingKey: RoutingKey }).strict(),
]);
export type NewChannelBody = z.output<typeof NewChannelBody>;

export const ChannelChanges = z
  .object({
    name: ChannelName.optional(),
    url: Address.optional(),
    to: Recipients.optional(),
    routingKey: RoutingKey.optional(),
    disabled: z.boolean().optional().describe('What is to be sent by a disabled channel fails'),
  })
  .strict()
  .refine((changes) => Object.keys(changes).length > 0, { message: 'Says nothing to change' });
export type ChannelChanges = z.output<typeof ChannelChanges>;

export const Channel = z.object({
  id: z.string(),
  app: z.string(),
  kind: ChannelKind,
  name: z.string(),
  url: z.string().optional().describe('Shortened: whoever knows it can write there'),
  to: z.array(z.string()).optional(),
  routingKey: z.string().optional().describe('Its last characters'),
  createdAt: Timestamp,
  createdBy: z.string().nullable(),
  previousSecretUntil: Timestamp.nullable().describe('Until then the secret before the rotation signs, too'),
  disabledAt: Timestamp.nullable(),
  disabledReason: z.string().nullable(),
});
export type Channel = z.infer<typeof Channel>;

/** The only responses that contain the secret. */
export const ChannelWithSecret = Channel.extend({
  secret: z
    .string()
    .optional()
    .describe('Of a webhook: `whsec_…`, to verify signatures with. Shown only now'),
});
export type ChannelWithSecret = z.infer<typeof ChannelWithSecret>;

export const ListChannelsQuery = z.object({ app: Id.optional() }).strict();
export const ChannelList = z.object({ data: z.array(Channel) });
export const ChannelParams = z.object({ channelId: Id });

export const Delivery = z.object({
  id: z.string().describe('The `webhook-id`, the same for all attempts'),
  app: z.string(),
  channel: z.string(),
  channelName: z.string(),
  type: EventType,
  state: DeliveryState,
  createdAt: Timestamp,
  attempts: z.int().nonnegative(),
  nextAt: Timestamp.nullable().describe('When it is tried next, while it waits'),
  lastAt: Timestamp.nullable().describe('When it was last tried'),
  lastStatus: z.int().nullable().describe('The HTTP status of the last answer'),
  lastAnswer: z.string().nullable().describe('The beginning of the last answer, or why there was none'),
  deliveredAt: Timestamp.nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

export const ListDeliveriesQuery = z
  .object({
    app: Id.optional(),
    channel: Id.optional(),
    state: DeliveryState.optional(),
    limit: Limit,
    cursor: CursorText.optional(),
  })
  .strict();
export type ListDeliveriesQuery = z.output<typeof ListDeliveriesQuery>;
export const DeliveryList = pageOf(Delivery);
export type DeliveryList = z.infer<typeof DeliveryList>;
export const DeliveryParams = z.object({ deliveryId: Id });
