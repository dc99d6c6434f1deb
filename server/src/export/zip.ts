/**
 * ZIP archives, written as they are read: each file is compressed on the way, and its size and checksum stand behind
 * it. Without the extension for archives above 4 GB, which not every reader knows.
 */
import { Readable } from 'node:stream';
import { constants, crc32, createDeflateRaw } from 'node:zlib';

export type ZipFile = { name: string; bytes: AsyncIterable<Uint8Array> };

const MAX_BYTES = 0xffff_ffff;
const CHUNK_BYTES = 64 * 1024;

const LOCAL_FILE = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL_FILE = 0x02014b50;
const END = 0x06054b50;
/** Sizes stand behind the bytes; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;

export async function* toZip(
  files: AsyncIterable<ZipFile>,
  now = new Date(),
): AsyncGenerator<Buffer, void, undefined> {
  const time = dosTime(now);
  const entries: Buffer[] = [];
  let offset = 0;
  for await (const { name, bytes } of files) {
    const start = offset;
    const header = localHeader(name, time);
    offset += header.length;
    yield header;
    let checksum = 0;
    let size = 0;
    const counted = async function* () {
      for await (const piece of bytes) {
        checksum = crc32(piece, checksum);
        size += piece.length;
        yield piece;
      }
    };
    const packing = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES });
    const packed = Readable.from(counted(), { objectMode: false }).compose(packing);
    const begin = offset;
    for await (const piece of packed) {
      offset += piece.length;
      yield piece;
    }
    const sizes = words([checksum, offset - begin, size]);
    offset += sizes.length + 4;
    if (offset > MAX_BYTES || size > MAX_BYTES)
      throw new Error('An archive holds 4 GB at most: narrow the filters.');
    yield Buffer.concat([words([DESCRIPTOR]), sizes]);
    entries.push(centralHeader(name, time, sizes, start));
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([directory, end]);
}

function localHeader(name: string, time: number): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL_FILE, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt32LE(time, 10);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([header, Buffer.from(name)]);
}

function centralHeader(name: string, time: number, sizes: Buffer, start: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL_FILE, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt32LE(time, 12);
  sizes.copy(header, 16);
  header.writeUInt16LE(Buffer.byteLength(name), 28);
  header.writeUInt32LE(start, 42);
  return Buffer.concat([header, Buffer.from(name)]);
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, 4 * i);
  return bytes;
}

/** Date and time of the archive's entries, in UTC. */
function dosTime(date: Date): number {
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
