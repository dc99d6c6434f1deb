/** A file that does not change until the next start: compressed once, and identified by its hash. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type StaticFile = { type: string; bytes: Buffer; gzipped: () => Promise<Buffer>; version: string };

/** On the thread pool, not on the acknowledging thread: a megabyte takes a tenth of a second. */
const compress = promisify<Buffer, object, Buffer>(gzip);

/** Compressed on first use. */
export function staticFile(type: string, content: string | Buffer): StaticFile {
  const bytes = Buffer.from(content);
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  let gzipped: Promise<Buffer> | undefined;
  return {
    type,
    bytes,
    version,
    gzipped() {
      gzipped ??= compress(bytes, { level: 9 });
      return gzipped;
    },
  };
}

/**
 * `forGood`: the address contains the version, so that it can be cached for ever; otherwise it is
 * revalidated.
 */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile, forGood = false) {
  // Weak, since the compressed bytes have the same tag.
  const tag = `W/"${file.version}"`;
  reply
    .header('ETag', tag)
    .header('Vary', 'Accept-Encoding')
    .header('Cache-Control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('Content-Type', file.type);
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim()) ?? [];
  if (known.includes(tag)) return reply.status(304).send();
  // Fonts and packages are already compressed.
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '');
  if (!takesGzip || /^font\/|gzip$/.test(file.type)) return reply.send(file.bytes);
  file.gzipped().then(
    (gzipped) => reply.header('Content-Encoding', 'gzip').send(gzipped),
    (error: unknown) => reply.send(error),
  );
  return reply;
}
