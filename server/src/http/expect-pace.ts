import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * What a client has to take within a minute while something waits for it: less than any line carries, and more than
 * somebody takes who only wants to be in the way.
 */
const PACE = { bytes: 256 * 1024, looks: 12, lookMs: 5000 };

export type Pace = typeof PACE;

/**
 * Ends the connection of a client that takes an answer too slowly. A large answer is held in memory and an export has
 * one of few places: a byte now and then must not be enough to keep them from others. The answer has to be written in
 * pieces no larger than the pace: each counts once all of it was taken.
 */
export function expectPace(response: ServerResponse, pace = PACE): void {
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

/** Without what waits here for it to take more. */
function takenFrom(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
