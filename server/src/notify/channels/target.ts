/** Where a channel sends to, as stored: what is secret is sealed, beside what may be shown of it. */
import type { ChannelChanges, ChannelKind } from '@parley/contract';
import { z } from 'zod';
import { hintOf } from '../../accounts/secrets.ts';
import type { Seal } from './seal.ts';

const Hidden = z.object({ sealed: z.string(), shown: z.string() });
const StoredTarget = z.union([
  z.object({ url: Hidden }),
  z.object({ to: z.array(z.string()) }),
  z.object({ routingKey: Hidden }),
]);

/** Opened, to send to. */
export type Target = { url: string } | { to: string[] } | { routingKey: string };
export type ShownTarget = { url?: string; to?: string[]; routingKey?: string };

/** Which of them a kind of channel has. */
export const TARGET_OF = {
  webhook: 'url',
  slack: 'url',
  email: 'to',
  pagerduty: 'routingKey',
} as const satisfies Record<ChannelKind, keyof ShownTarget & keyof ChannelChanges>;

export async function storeTarget(target: Target, seal: Seal): Promise<string> {
  if ('to' in target) return JSON.stringify(target);
  if ('url' in target) return JSON.stringify({ url: await hidden(target.url, shownUrl(target.url), seal) });
  const { routingKey } = target;
  return JSON.stringify({ routingKey: await hidden(routingKey, `…${hintOf(routingKey)}`, seal) });
}

export async function openTarget(stored: string, seal: Seal): Promise<Target> {
  const target = StoredTarget.parse(JSON.parse(stored));
  if ('to' in target) return target;
  if ('url' in target) return { url: await seal.open(target.url.sealed) };
  return { routingKey: await seal.open(target.routingKey.sealed) };
}

/** Nothing of one that cannot be read, such as from a changed backup: the list shows the others. */
export function showTarget(stored: string): ShownTarget {
  const { data: target } = StoredTarget.safeParse(JSON.parse(stored));
  if (!target) return {};
  if ('to' in target) return target;
  if ('url' in target) return { url: target.url.shown };
  return { routingKey: target.routingKey.shown };
}

async function hidden(text: string, shown: string, seal: Seal): Promise<z.infer<typeof Hidden>> {
  return { sealed: await seal.seal(text), shown };
}

/** The host tells people which one it is; the path and the query of a webhook are secrets. */
function shownUrl(text: string): string {
  const url = new URL(text);
  const rest = `${url.pathname}${url.search}`;
  return rest === '/' ? url.origin : `${url.origin}/…${hintOf(rest)}`;
}
