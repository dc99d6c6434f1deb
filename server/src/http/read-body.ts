/** Reads and inflates a request body within limits; whatever it holds is given back when it fails. */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { ApiError } from '../errors.ts';

export type BodyLimits = {
  /** Largest body, before and after inflating. */
  maxBytes: number;
  /** Bytes that all bodies being read may hold together. */
  budget: Budget;
};

/** Memory for bodies in flight: a thousand clients with 10 MiB each must not end the process. */
export class Budget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.#left += bytes;
  }
}

type Inflate = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const INFLATE: Record<string, Inflate> = {
  gzip: promisify<Buffer, object, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, object, Buffer>(gunzip),
  deflate: promisify<Buffer, object, Buffer>(inflate),
  br: promisify<Buffer, object, Buffer>(brotliDecompress),
  zstd: promisify<Buffer, object, Buffer>(zstdDecompress),
};

/** The client went away before its body was complete: there is nobody to answer. */
export class ClientGone extends Error {}

export function checkContentType(request: IncomingMessage): void {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (!type || type === 'application/json' || type === 'text/plain' || type.endsWith('+json')) return;
  throw new ApiError('unsupported_media_type', {
    message: `The content type must be application/json, not ${type.slice(0, 100)}.`,
  });
}

/** Calls back with the body, which is then the callee's; the budget is released when it settles. */
export function withBody<T>(
  request: IncomingMessage,
  limits: BodyLimits,
  use: (body: Buffer) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const inflateBody = inflater(request);
    if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge(limits);
    const chunks: Buffer[] = [];
    let length = 0;
    let reading = true;
    const refuse = (error: unknown) => {
      if (!reading) return;
      reading = false;
      limits.budget.give(length);
      chunks.length = 0;
      reject(error);
    };
    request.on('data', (chunk: Buffer) => {
      if (!reading) return;
      if (length + chunk.length > limits.maxBytes) refuse(tooLarge(limits));
      else if (!limits.budget.take(chunk.length)) refuse(overBudget());
      else {
        length += chunk.length;
        chunks.push(chunk);
      }
    });
    request.on('end', () => {
      if (!reading) return;
      reading = false;
      const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length);
      const used = inflateBody ? useInflated(body, inflateBody, limits, use) : use(body);
      const release = () => limits.budget.give(length);
      used.then(release, release);
      resolve(used);
    });
    // Without a listener for errors, a connection that breaks in the middle says nothing but 'close'.
    request.on('close', () => {
      if (reading) refuse(new ClientGone());
    });
  });
}

async function useInflated<T>(
  body: Buffer,
  inflateBody: Inflate,
  limits: BodyLimits,
  use: (body: Buffer) => Promise<T>,
): Promise<T> {
  const inflated = await inflateWithin(body, inflateBody, limits);
  if (!limits.budget.take(inflated.length)) throw overBudget();
  try {
    return await use(inflated);
  } finally {
    limits.budget.give(inflated.length);
  }
}

function overBudget(): ApiError {
  return new ApiError('unavailable', {
    message: 'Too many large payloads at once; nothing was kept.',
    retryAfter: 1,
  });
}

function inflater(request: IncomingMessage): Inflate | null {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase();
  if (!encoding || encoding === 'identity') return null;
  const found = Object.hasOwn(INFLATE, encoding) ? INFLATE[encoding] : undefined;
  if (found) return found;
  throw new ApiError('unsupported_media_type', {
    message: 'The content encoding must be gzip, deflate, br or zstd.',
  });
}

async function inflateWithin(body: Buffer, inflateBody: Inflate, limits: BodyLimits): Promise<Buffer> {
  try {
    return await inflateBody(body, { maxOutputLength: limits.maxBytes });
  } catch (error) {
    if (
      error instanceof RangeError ||
      (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
    ) {
      throw tooLarge(limits);
    }
    throw new ApiError('invalid_json', {
      message: 'The body cannot be decompressed as its content encoding says.',
    });
  }
}

function tooLarge(limits: BodyLimits): ApiError {
  return new ApiError('payload_too_large', {
    message: `The body may have ${limits.maxBytes} bytes at most.`,
  });
}
