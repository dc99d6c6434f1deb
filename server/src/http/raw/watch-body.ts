import type { IncomingMessage } from 'node:http';
import type { ApiError } from '../../base/errors.ts';
import type { Uploads } from './uploads.ts';

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Aborts a body that other code reads when it stops, as `Uploads` does for the bodies it holds. */
export function watchBody(uploads: Uploads, request: IncomingMessage, end: (reason: ApiError) => void): void {
  const upload = uploads.begin(end);
  const { socket } = request;
  const before = socket.bytesRead;
  upload.progress = () => socket.bytesRead - before;
  request.once('close', () => uploads.finish(upload));
}
