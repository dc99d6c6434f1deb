/**
 * Password hashing: scrypt with 32 MiB and about 50 ms each. One at a time, however many people sign in: the
 * same few threads of the pool write the journal.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const BYTES = 64;
const COST = { N: 16384, r: 16, p: 1, maxmem: 2 ** 26 };
const derive = promisify<string, string, number, object, Buffer>(scrypt);

let last: Promise<unknown> = Promise.resolve();

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${(await deriveInTurn(password, salt)).toString('hex')}`;
}

export async function verifyPassword({
  hash,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':');
  const expected = Buffer.from(key, 'hex');
  const derived = await deriveInTurn(password, salt);
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

function deriveInTurn(password: string, salt: string): Promise<Buffer> {
  const turn = last.then(() => derive(password.normalize('NFKC'), salt, BYTES, COST));
  last = turn.catch(() => {});
  return turn;
}
