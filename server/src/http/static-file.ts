/** Something that is the same for everybody until the next start: compressed once, and known by its hash. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type StaticFile = { type: string; bytes: Buffer; gzipped: Buffer; version: string };

export function staticFile(type: string, content: string | Buffer): StaticFile {
  const bytes = Buffer.from(content);
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return { type, bytes, gzipped: gzipSync(bytes, { level: 9 }), version };
}

/** Kept for good under an address that names the version, and asked for again under any other. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile, forGood = false) {
  // Weak, since it is the same for the compressed bytes.
  const tag = `W/"${file.version}"`;
  reply
    .header('ETag', tag)
    .header('Vary', 'Accept-Encoding')
    .header('Cache-Control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('Content-Type', file.type);
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim()) ?? [];
  if (known.includes(tag)) return reply.status(304).send();
  if (!/\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '')) return reply.send(file.bytes);
  return reply.header('Content-Encoding', 'gzip').send(file.gzipped);
}
