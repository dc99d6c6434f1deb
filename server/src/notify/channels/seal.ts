/** Secrets of channels as stored: encrypted with the server's secret, like second factors. */
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';

export class Seal {
  readonly #key: string;

  constructor(secret: string) {
    this.#key = secret;
  }

  seal(text: string): Promise<string> {
    return symmetricEncrypt({ key: this.#key, data: text });
  }

  /** Throws if it was sealed with another secret. */
  open(sealed: string): Promise<string> {
    return symmetricDecrypt({ key: this.#key, data: sealed });
  }
}
