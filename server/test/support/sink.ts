import { EventId, ScoredInteraction } from '@parley/contract';
import type { TailConnection } from '../../src/http/tail/tail-hub.ts';

/** A live tail connection that keeps what it was sent. */
export class Sink implements TailConnection {
  closed = false;
  readonly ids: string[] = [];
  /** Data of the events of scores. */
  readonly scores: string[] = [];
  lastEventId: string | null = null;

  send(event: Uint8Array): void {
    if (this.closed) throw new Error('An event was sent to a connection that is closed.');
    const text = new TextDecoder().decode(event);
    const score = /^event: score\ndata: (.*)\n\n$/.exec(text)?.[1];
    if (score !== undefined) {
      this.scores.push(score);
      return;
    }
    const { id, record } = readEvent(text);
    this.lastEventId = id;
    this.ids.push(record.id);
  }

  async room(): Promise<void> {}

  end(): void {
    this.closed = true;
  }
}

/** One event with all of its lines. */
export function readEvent(text: string): { id: string; record: ScoredInteraction } {
  const match = /^id: (.*)\nevent: interaction\ndata: (.*)\n\n$/.exec(text);
  if (!match) throw new Error(`This is no event of an interaction: ${JSON.stringify(text)}`);
  return { id: EventId.parse(match[1]), record: ScoredInteraction.parse(JSON.parse(match[2] ?? '')) };
}
