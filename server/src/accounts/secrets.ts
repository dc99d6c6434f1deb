/**
 * Keys and tokens: a prefix that people and secret scanners recognise, 30 random characters (178 bits),
 * and six characters of checksum, so that a scanner can tell a key from a look-alike without asking.
 */
import { hash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

export type Prefix = 'pk' | 'sk' | 'rt';

export function newSecret(prefix: Prefix): string {
  let random = '';
  for (let i = 0; i < RANDOM_LENGTH; i++) random += ALPHABET[randomInt(ALPHABET.length)];
  return `${prefix}_${random}${checksum(`${prefix}_${random}`)}`;
}

/** Whether a text is one of our keys, by its own checksum. */
export function isWellFormedSecret(text: string): boolean {
  const match = /^((?:pk|sk|rt)_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(text);
  return match?.[1] !== undefined && checksum(match[1]) === match[2];
}

export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

export function hintOf(secret: string): string {
  return secret.length >= 12 ? secret.slice(-4) : '';
}

export type IdPrefix =
  | 'acc'
  | 'app'
  | 'aud'
  | 'cred'
  | 'inv'
  | 'key'
  | 'log'
  | 'mem'
  | 'per'
  | 'price'
  | 'sf'
  | 'tok'
  | 'ver';

export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBytes(9).toString('hex')}`;
}

/** Passwords are slow to try: scrypt, 32 MiB and about 50 ms each. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${(await derive(password, salt)).toString('hex')}`;
}

export async function isPassword(password: string, passwordHash: string): Promise<boolean> {
  const [salt = '', key = ''] = passwordHash.split(':');
  const expected = Buffer.from(key, 'hex');
  const derived = await derive(password, salt);
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

/** As better-auth does, which checks them at sign-in. */
function derive(password: string, salt: string): Promise<Buffer> {
  const scryptAsync = promisify<string, string, number, object, Buffer>(scrypt);
  return scryptAsync(password.normalize('NFKC'), salt, 64, { N: 16384, r: 16, p: 1, maxmem: 2 ** 26 });
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
