import { ApiError } from '../base/errors.ts';
import type { SentKeys } from './keys-in.ts';

/** Keys that are missing or wrong. It has them for whoever helps the sender; nothing that prints an error shows them. */
export class WrongKeys extends ApiError {
  readonly #sent: SentKeys;

  constructor(sent: SentKeys, message?: string) {
    super('invalid_credentials', message === undefined ? {} : { message });
    this.#sent = sent;
  }

  get sent(): SentKeys {
    return this.#sent;
  }
}
