import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * What a client has to read per minute while data waits: less than any line carries, and more than an
 * attacker reads who wants to block others.
 */
const PACE = { bytes: 256 * 1024, looks: 12, lookMs: 5000 };

export type Pace = typeof PACE;

/**
 * Disconnects a client that reads a response too slowly. A large response is held in memory and an export
 * takes one of few slots: a byte now and then must not keep them from others. The response has to be written
 * in chunks no larger than the pace: each counts once all of it was read.
 */
export function enforceReadPace(response: ServerResponse, pace = PACE): void {
  const { socket } = response;
  if (!socket) return;
  let looks = 0;
  let before = takenFrom(socket);
  const looking = setInterval(() => {
    const taken = takenFrom(socket);
    const keepsUp = socket.writableLength === 0 || taken - before >= pace.bytes;
    if (keepsUp) {
      looks = 0;
      before = taken;
    } else if (++looks >= pace.looks) socket.destroy();
  }, pace.lookMs).unref();
  response.once('close', () => clearInterval(looking));
}

/** Bytes sent, without those still buffered. */
function takenFrom(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
