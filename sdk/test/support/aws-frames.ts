/** An event stream frame as Bedrock sends it. */
import { crc32 } from 'node:zlib';

export function awsFrame(name: string, payload: object, kind: 'event' | 'exception' = 'event'): Buffer {
  const headers = Buffer.concat([
    header(':message-type', kind),
    header(`:${kind}-type`, name),
    header(':content-type', 'application/json'),
  ]);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(16 + headers.length + body.length, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const start = Buffer.concat([prelude, sum(prelude), headers, body]);
  return Buffer.concat([start, sum(start)]);
}

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([7]),
    length,
    Buffer.from(value),
  ]);
}

function sum(bytes: Buffer): Buffer {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(crc32(bytes));
  return four;
}
