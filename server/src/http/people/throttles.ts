/** Limits attempts. Where success can be detected, only failures count. */
import { ApiError } from '../../base/errors.ts';
import { networkOf } from '../client-address.ts';
import { Throttle } from './throttle.ts';

export class Throttles {
  /** Passwords from one network, for any person. */
  readonly #signInFrom = new Throttle({ burst: 20, perMinute: 10 });
  /** Passwords for one person from one network. */
  readonly #signInAsFrom = new Throttle({ burst: 8, perMinute: 2 });
  /** Passwords for one person from anywhere: high, since it also affects the person. */
  readonly #signInAs = new Throttle({ burst: 50, perMinute: 2 });
  readonly #signUp = new Throttle({ burst: 20, perMinute: 4 });
  readonly #resetFrom = new Throttle({ burst: 10, perMinute: 2 });
  readonly #mails = new Throttle({ burst: 3, perMinute: 0.1 });
  /** Links, codes and invitations: long and random, so this only limits noise. */
  readonly #links = new Throttle({ burst: 30, perMinute: 20 });
  readonly #passwords = new Throttle({ burst: 8, perMinute: 2 });
  readonly #keys = new Throttle({ burst: 60, perMinute: 60 });

  /**
   * An attempt to sign in. `known`: the person is signed in from this address already, so that an attacker
   * elsewhere cannot lock them out.
   */
  signIn(email: string, address: string, known: boolean): { succeeded: () => void } {
    const network = networkOf(address);
    const used: [Throttle, string][] = [
      [this.#signInFrom, network],
      [this.#signInAsFrom, `${email} ${network}`],
    ];
    if (!known) used.push([this.#signInAs, email]);
    for (const [throttle, key] of used) attempt(throttle, key);
    return {
      succeeded() {
        for (const [throttle, key] of used) throttle.giveBack(key);
      },
    };
  }

  /** A person who has set a new password may use it at once. */
  passwordSet(email: string): void {
    this.#signInAs.forget(email);
  }

  signUp(address: string): void {
    attempt(this.#signUp, networkOf(address));
  }

  reset(address: string): void {
    attempt(this.#resetFrom, networkOf(address));
  }

  /** Whether another mail of a kind may be sent to this email; a refusal is silent. */
  mayMail(kind: 'reset' | 'confirm', email: string): boolean {
    return this.#mails.take(`${kind} ${email}`) === 0;
  }

  link(address: string): { succeeded: () => void } {
    const network = networkOf(address);
    attempt(this.#links, network);
    return { succeeded: () => this.#links.giveBack(network) };
  }

  /** A password or code of a signed-in person. */
  password(personId: string): { succeeded: () => void } {
    attempt(this.#passwords, personId);
    return { succeeded: () => this.#passwords.giveBack(personId) };
  }

  /**
   * A wrong key or token. Valid ones are never delayed: a client with an old key must not lock out others at
   * the same address.
   */
  wrongKey(address: string): void {
    attempt(this.#keys, networkOf(address));
  }

  /** Throws if there were too many wrong keys from this address. */
  refuseGuessers(address: string): void {
    refuseWhileLimited(this.#keys.wait(networkOf(address)));
  }
}

function attempt(throttle: Throttle, key: string): void {
  refuseWhileLimited(throttle.take(key));
}

function refuseWhileLimited(retryAfter: number): void {
  if (retryAfter === 0) return;
  throw new ApiError('rate_limited', {
    message: 'Too many attempts. Wait a while, then try again.',
    retryAfter,
  });
}
