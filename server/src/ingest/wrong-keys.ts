import { ApiError } from '../base/errors.ts';
import type { SentKeys } from './keys-in.ts';

/**
 * Missing or wrong keys. `sent` holds them to help the sender; it is private, so printing the error does not
 * show them.
 */
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
