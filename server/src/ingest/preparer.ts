/** Reads OTLP requests where they hold nobody up: small ones here and now, large ones on a thread of their own. */
import type { Receipt } from '../otel/call-envelope.ts';
import { type Prepared, prepare, type SignalName } from '../otel/prepare.ts';
import type { Encoding, Refusal } from '../otel/wire/decode.ts';
import { Aside, ownMemory } from './aside.ts';

/** About thirty spans of 4 KB, in 2 ms. */
const HERE = 128 * 1024;

export type ToPrepare = {
  signal: SignalName;
  bytes: ArrayBuffer;
  encoding: Encoding;
  receipt: Receipt;
};

export class Preparer {
  readonly #aside = new Aside<ToPrepare, Prepared | Refusal>(new URL('./prepare-worker.ts', import.meta.url));

  async prepare(
    signal: SignalName,
    bytes: Buffer,
    encoding: Encoding,
    receipt: Receipt,
  ): Promise<Prepared | Refusal> {
    if (bytes.length <= HERE) return prepare(signal, bytes, encoding, receipt);
    const sent = ownMemory(bytes);
    return this.#aside.ask({ signal, bytes: sent, encoding, receipt }, [sent]);
  }

  close(): Promise<void> {
    return this.#aside.close();
  }
}
