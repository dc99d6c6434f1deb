/** Reads and inflates a request body within limits; its memory is released when it fails. */
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { ApiError } from '../../base/errors.ts';
import type { Uploads } from './uploads.ts';

export type BodyLimits = {
  /** Largest body, before and after inflating. */
  maxBytes: number;
  uploads: Uploads;
  /** The client's address, which has a share of the memory for uploads. */
  addressOf: (request: IncomingMessage) => string;
};

/** Bodies are inflated in pieces, so that none blocks the thread for long. */
const PIECE = { chunkSize: 64 * 1024 };

const INFLATE: Record<string, () => Transform> = {
  gzip: () => createGunzip(PIECE),
  'x-gzip': () => createGunzip(PIECE),
  deflate: () => createInflate(PIECE),
  br: () => createBrotliDecompress(PIECE),
  zstd: () => createZstdDecompress(PIECE),
};

/** Copied in one turn of the event loop; takes a few milliseconds. */
const MAX_COPY_PER_TURN = 4 * 1024 * 1024;

/** The client disconnected before its body was complete, so there is no one to answer. */
export class ClientGone extends Error {}

export type BodyUse<T> = {
  /** Called with each inflated piece and all so far; an error refuses the rest of the body. */
  onPiece: (piece: Buffer, all: readonly Buffer[]) => void;
  /** Called with the body, which the callee then owns. Its memory is released when the promise settles. */
  use: (body: Buffer) => Promise<T>;
};

export function checkContentType(request: IncomingMessage): void {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (!type || type === 'application/json' || type === 'text/plain' || type.endsWith('+json')) return;
  throw new ApiError('unsupported_media_type', {
    message: `The content type must be application/json, not ${type.slice(0, 100)}.`,
  });
}

export function withBody<T>(
  request: IncomingMessage,
  { maxBytes, uploads, addressOf }: BodyLimits,
  { onPiece, use }: BodyUse<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const inflating = inflater(request);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const pieces: Buffer[] = [];
    let length = 0;
    let reading = true;
    const refuse = (error: unknown) => {
      if (!reading) return;
      reading = false;
      uploads.finish(upload);
      pieces.length = 0;
      if (inflating) {
        request.unpipe(inflating).resume();
        inflating.destroy();
      }
      reject(error);
    };
    const upload = uploads.begin(refuse);
    const address = () => addressOf(request);

    const keep = (piece: Buffer) => {
      if (!reading) return;
      try {
        length += piece.length;
        if (length > maxBytes) throw tooLarge(maxBytes);
        uploads.take(upload, piece.length, address);
        pieces.push(piece);
        onPiece(piece, pieces);
      } catch (error) {
        refuse(error);
      }
    };
    const complete = () => {
      if (!reading) return;
      reading = false;
      upload.arriving = false;
      const used =
        length <= MAX_COPY_PER_TURN ? use(joined(pieces, length)) : joinInTurns(pieces, length).then(use);
      const release = () => uploads.finish(upload);
      used.then(release, release);
      resolve(used);
    };

    request.on('data', (chunk: Buffer) => {
      upload.arrived += chunk.length;
      if (!inflating) keep(chunk);
      else if (upload.arrived > maxBytes) refuse(tooLarge(maxBytes));
    });
    if (inflating) {
      request.pipe(inflating).on('data', keep).on('end', complete);
      inflating.on('error', () => refuse(cannotInflate()));
    } else request.on('end', complete);
    // There is no listener for errors: a broken connection emits only 'close'.
    request.on('close', () => {
      if (!request.complete) refuse(new ClientGone());
    });
  });
}

function joined(pieces: readonly Buffer[], length: number): Buffer {
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, length);
}

/** Copies in several turns of the event loop: memory is slow when it is touched for the first time. */
async function joinInTurns(pieces: readonly Buffer[], length: number): Promise<Buffer> {
  const body = Buffer.allocUnsafeSlow(length);
  let at = 0;
  let turnEnds = MAX_COPY_PER_TURN;
  for (const piece of pieces) {
    at += piece.copy(body, at);
    if (at < turnEnds) continue;
    turnEnds = at + MAX_COPY_PER_TURN;
    await nextTurn();
  }
  return body;
}

function inflater(request: IncomingMessage): Transform | null {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase();
  if (!encoding || encoding === 'identity') return null;
  const found = Object.hasOwn(INFLATE, encoding) ? INFLATE[encoding] : undefined;
  if (found) return found();
  throw new ApiError('unsupported_media_type', {
    message: 'The content encoding must be gzip, deflate, br or zstd.',
  });
}

function cannotInflate(): ApiError {
  return new ApiError('invalid_json', {
    message: 'The body can’t be decompressed with its stated content encoding.',
  });
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('payload_too_large', { message: `The body may have ${maxBytes} bytes at most.` });
}
