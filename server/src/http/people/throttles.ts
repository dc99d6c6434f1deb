/** How often what may be tried. Only failures count where success can be told. */
import { ApiError } from '../../base/errors.ts';
import { networkOf } from '../client-address.ts';
import { Throttle } from './throttle.ts';

export class Throttles {
  /** Passwords from one place, for whomever. */
  readonly #signInFrom = new Throttle({ burst: 20, perMinute: 10 });
  /** Passwords for one person from one place. */
  readonly #signInAsFrom = new Throttle({ burst: 8, perMinute: 2 });
  /** Passwords for one person from anywhere: high, since it also hits the person. */
  readonly #signInAs = new Throttle({ burst: 50, perMinute: 2 });
  readonly #signUp = new Throttle({ burst: 20, perMinute: 4 });
  readonly #resetFrom = new Throttle({ burst: 10, perMinute: 2 });
  readonly #mails = new Throttle({ burst: 3, perMinute: 0.1 });
  /** Links, codes and invitations: long and random, so that this is about noise. */
  readonly #links = new Throttle({ burst: 30, perMinute: 20 });
  readonly #passwords = new Throttle({ burst: 8, perMinute: 2 });
  readonly #keys = new Throttle({ burst: 60, perMinute: 60 });

  /**
   * A try to sign in. `known`: the person is signed in from that address already, so that somebody
   * elsewhere who tries their password cannot keep them out.
   */
  signIn(email: string, address: string, known: boolean): { succeeded: () => void } {
    const network = networkOf(address);
    const used: [Throttle, string][] = [
      [this.#signInFrom, network],
      [this.#signInAsFrom, `${email} ${network}`],
    ];
    if (!known) used.push([this.#signInAs, email]);
    for (const [throttle, key] of used) pass(throttle, key);
    return {
      succeeded() {
        for (const [throttle, key] of used) throttle.giveBack(key);
      },
    };
  }

  /** Whoever set a new password may try it at once. */
  passwordSet(email: string): void {
    this.#signInAs.forget(email);
  }

  signUp(address: string): void {
    pass(this.#signUp, networkOf(address));
  }

  reset(address: string): void {
    pass(this.#resetFrom, networkOf(address));
  }

  /** Whether another mail of a kind may go to somebody; if not, nobody is told. */
  mayMail(kind: 'reset' | 'confirm', email: string): boolean {
    return this.#mails.take(`${kind} ${email}`) === 0;
  }

  link(address: string): { succeeded: () => void } {
    const network = networkOf(address);
    pass(this.#links, network);
    return { succeeded: () => this.#links.giveBack(network) };
  }

  /** A password or code of somebody who is signed in. */
  password(personId: string): { succeeded: () => void } {
    pass(this.#passwords, personId);
    return { succeeded: () => this.#passwords.giveBack(personId) };
  }

  /**
   * A key or token that was wrong. Right ones are never held up: a client with an old key must not
   * keep others at the same address out.
   */
  wrongKey(address: string): void {
    pass(this.#keys, networkOf(address));
  }

  /** Whether more wrong keys have come from there than may. */
  refuseGuessers(address: string): void {
    passed(this.#keys.wait(networkOf(address)));
  }
}

function pass(throttle: Throttle, key: string): void {
  passed(throttle.take(key));
}

function passed(retryAfter: number): void {
  if (retryAfter === 0) return;
  throw new ApiError('rate_limited', {
    message: 'Too many attempts. Wait a while, then try again.',
    retryAfter,
  });
}
