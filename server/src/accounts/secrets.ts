/**
 * Keys and tokens: a prefix that people and secret scanners recognise, 30 random characters (178 bits), and a
 * checksum of six characters, so that a scanner can tell a key from a look-alike offline.
 */
import { hash, randomBytes, randomInt } from 'node:crypto';
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

/** Whether a string has the form of our keys and a matching checksum. */
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
  | 'chan'
  | 'change'
  | 'cred'
  | 'inv'
  | 'key'
  | 'log'
  | 'mem'
  | 'mon'
  | 'msg'
  | 'per'
  | 'price'
  | 'queue'
  | 'rep'
  | 'sf'
  | 'tok'
  | 'ver'
  | 'view';

export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBytes(9).toString('hex')}`;
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
