/** Parser for Bedrock's event stream frames. Checksums are not verified here: the transport does that. */
import { isObject } from './json.ts';

/**
 * The events of a stream as JSON, in the shape that AWS's own client yields. A truncated frame is skipped.
 */
export function readEventStream(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder();
  const events: string[] = [];
  for (let start = 0; start + 16 <= bytes.length; ) {
    const length = view.getUint32(start);
    const headersLength = view.getUint32(start + 4);
    const end = start + length;
    if (length < 16 || end > bytes.length || headersLength > length - 16) break;
    const headers = bytes.subarray(start + 12, start + 12 + headersLength);
    const name = eventName(headers, decoder);
    const payload = decoder.decode(bytes.subarray(start + 12 + headersLength, end - 4));
    if (name !== null && isObject(payload)) events.push(`{${JSON.stringify(name)}:${payload}}`);
    start = end;
  }
  return events;
}

const STRING = 7;
/** Length of a header value by its type; -1 for values with a length prefix. */
const LENGTHS = [0, 0, 1, 2, 4, 8, -1, -1, 8, 16];

/** The type of the event or of the exception in a frame. */
function eventName(headers: Uint8Array, decoder: InstanceType<typeof TextDecoder>): string | null {
  let found: string | null = null;
  for (let at = 0; at < headers.length; ) {
    const nameLength = headers[at] ?? 0;
    const name = decoder.decode(headers.subarray(at + 1, at + 1 + nameLength));
    at += 1 + nameLength;
    const type = headers[at] ?? 0;
    at += 1;
    let length = LENGTHS[type] ?? 0;
    if (length < 0) {
      length = ((headers[at] ?? 0) << 8) | (headers[at + 1] ?? 0);
      at += 2;
    }
    const isName = name === ':event-type' || name === ':exception-type';
    if (isName && type === STRING) found = decoder.decode(headers.subarray(at, at + length));
    at += length;
  }
  return found;
}
