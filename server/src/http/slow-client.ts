import type { ServerResponse } from 'node:http';

/** Of what waits for a client. Slower than any line that somebody would wait at. */
const PACE = { bytes: 64 * 1024, withinMs: 120_000 };

/** A client that takes next to nothing of what waits for it is cut off: what waits is memory, and a place of others. */
export function endWhenSlow(response: ServerResponse, { bytes, withinMs } = PACE): void {
  let before = takenBy(response);
  const watching = setInterval(() => {
    const now = takenBy(response);
    if (isWaiting(response) && now - before < bytes) response.destroy();
    before = now;
  }, withinMs);
  response.once('close', () => clearInterval(watching));
}

function isWaiting({ socket, writableLength }: ServerResponse): boolean {
  return writableLength > 0 || (socket?.writableLength ?? 0) > 0;
}

/** What has left this process. */
function takenBy({ socket }: ServerResponse): number {
  return socket ? socket.bytesWritten - socket.writableLength : 0;
}
