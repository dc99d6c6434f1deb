/** Sends what is due: each channel in its own time, however slow another one is. */
import { type Claimed, claimDue } from './deliveries/claim-due.ts';
import { releaseClaim, writeOutcome } from './deliveries/write-outcome.ts';
import { send, type Ways } from './send.ts';

/** Deliveries that a node sends at once: sockets, mostly waiting. */
const AT_ONCE = 100;
/** Of one channel: a receiver is not flooded, and a slow one leaves room for the others. */
const AT_ONCE_PER_CHANNEL = 4;
/** Of one application, however many of its receivers hang. */
const AT_ONCE_PER_APP = 20;

export type SenderOptions = Ways & {
  /** What became of an attempt could not be written: it will be repeated. */
  onFailure: (error: unknown) => void;
};

export class Sender {
  /** Attempts since the start: those that arrived, and those that did not. */
  sent = 0;
  failed = 0;
  readonly #options: SenderOptions;
  readonly #stopping = new AbortController();
  /** Attempts at the moment, by channel and by application. */
  readonly #busy = new Map<string, number>();
  readonly #sending = new Set<Promise<void>>();
  #round: Promise<void> | undefined;
  #again = false;
  #ended = false;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Claims what is due and begins to send it. Called while it runs, it looks once more. */
  async sendDue(): Promise<void> {
    this.#again = true;
    this.#round ??= this.#rounds().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  /** Lets attempts finish until the deadline; those that do not are made again, by any node. */
  async stop(deadline: number): Promise<void> {
    const cut = setTimeout(() => this.#stopping.abort(), Math.max(0, deadline - Date.now()));
    this.#ended = true;
    await this.#round?.catch(() => {});
    await Promise.all(this.#sending);
    clearTimeout(cut);
  }

  async #rounds(): Promise<void> {
    while (this.#again && !this.#ended) {
      this.#again = false;
      const total = AT_ONCE - this.#sending.size;
      if (total <= 0) return;
      const room = {
        ...{ total, perChannel: AT_ONCE_PER_CHANNEL, perApp: AT_ONCE_PER_APP },
        busy: this.#busy,
      };
      for (const delivery of await claimDue(this.#options.db, room)) this.#begin(delivery);
    }
  }

  #begin(delivery: Claimed): void {
    const { channel_id, app_id } = delivery;
    this.#count(channel_id, 1);
    this.#count(app_id, 1);
    const sending = this.#attempt(delivery)
      .catch((error: unknown) => this.#options.onFailure(error))
      .finally(() => {
        this.#sending.delete(sending);
        this.#count(channel_id, -1);
        this.#count(app_id, -1);
        // There is room again. If this look fails, the next one by the clock reports it.
        this.sendDue().catch(() => {});
      });
    this.#sending.add(sending);
  }

  #count(id: string, change: 1 | -1): void {
    const count = (this.#busy.get(id) ?? 0) + change;
    if (count > 0) this.#busy.set(id, count);
    else this.#busy.delete(id);
  }

  async #attempt(delivery: Claimed): Promise<void> {
    const { db } = this.#options;
    const { signal } = this.#stopping;
    try {
      const outcome = await send(delivery, this.#options, signal);
      if (outcome.kind === 'delivered') this.sent++;
      else this.failed++;
      await writeOutcome(db, delivery, outcome);
    } catch (error) {
      if (!signal.aborted) throw error;
      await releaseClaim(db, delivery);
    }
  }
}
