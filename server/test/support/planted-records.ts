/** Planted calls as interactions to store. */
import { randomUUID } from 'node:crypto';
import type { Interaction, RecordedFormat } from '@parley/contract';
import type { Range } from '../../src/clocks/range.ts';
import { headOf, recordOf } from './interactions.ts';
import type { PlantedCall } from './planted-causes.ts';

export function plantedRecords(
  calls: readonly PlantedCall[],
  appId: string,
  { now, before }: { now: Range; before: Range },
): Interaction[] {
  return calls.map((call, i) => {
    const { from, to } = call.isNow ? now : before;
    const requestedAt = from + Math.floor(((i * 7919) % calls.length) * ((to - from) / calls.length));
    const head = headOf({
      id: randomUUID(),
      appId,
      receivedAt: requestedAt,
      envelope: {
        ...headOf().envelope,
        format: call.format as Exclude<RecordedFormat, 'otel'>,
        labels: call.labels,
        requestedAt,
        respondedAt: requestedAt + call.latencyMs,
        latencyMs: call.latencyMs,
      },
    });
    const record = recordOf(head);
    return {
      ...record,
      provider: call.provider,
      prompt: call.prompt,
      requestedModel: call.requestedModel,
      model: call.model === '' ? null : call.model,
      user: {
        key: call.user,
        userId: call.user,
        email: null,
        isAuthenticated: null,
        firstName: null,
        lastName: null,
        phone: null,
        gender: null,
      },
      usage: { ...record.usage, total: call.tokens },
      cost: { usd: call.costUsd, source: 'planted', stated: null },
      ...(call.failed
        ? { outcome: 'error', error: { type: 'overloaded', code: null, message: 'Overloaded' } }
        : {}),
    } satisfies Interaction;
  });
}
