import { createHmac } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The secret in an `otpauth:` address, as an authenticator app reads it. */
export function secretIn(uri: string): string {
  return new URL(uri).searchParams.get('secret') ?? '';
}

/** The six digits an authenticator app shows (RFC 6238: SHA-1, 30 seconds). */
export function totp(secret: string, at = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac('sha1', decode(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** The app's next code, which is already valid, for tests that have just used the current one. */
export function nextTotp(secret: string): string {
  return totp(secret, Date.now() + 30_000);
}

function decode(text: string): Buffer {
  let bits = '';
  for (const letter of text.replace(/=+$/, '').toUpperCase())
    bits += BASE32.indexOf(letter).toString(2).padStart(5, '0');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}
