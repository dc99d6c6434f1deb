/** The files of a backup: compressed, synced, and with a checksum. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { BackupError, type FileSum } from './manifest.ts';

export async function writeBackupFile(
  folder: string,
  path: string,
  content: AsyncIterable<Buffer>,
): Promise<FileSum> {
  const full = join(folder, path);
  await mkdir(dirname(full), { recursive: true, mode: 0o700 });
  const sum = createHash('sha256');
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const file = await open(full, 'w', 0o600);
  try {
    const target = file.createWriteStream({ flush: true });
    await pipeline(content, createZstdCompress(), counting, target);
  } finally {
    await file.close().catch(() => {});
  }
  return { path, bytes, sha256: sum.digest('hex') };
}

/** The content of a file. Its checksum was verified before, so damage found here happened in between. */
export function readBackupFile(folder: string, { path }: FileSum): Readable {
  const content = new PassThrough();
  pipeline(createReadStream(join(folder, path)), createZstdDecompress(), content).catch((error: unknown) =>
    content.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return content;
}

/** Throws if the file is missing or not as written. */
export async function checkBackupFile(folder: string, { path, bytes, sha256 }: FileSum): Promise<void> {
  const full = join(folder, path);
  const size = await stat(full).then(
    (found) => found.size,
    () => null,
  );
  if (size === null) {
    const elsewhere = path.startsWith('..')
      ? ' It is a file of the backup that this one was made since.'
      : '';
    throw new BackupError(`The backup is not whole: ${full} is missing.${elsewhere}`);
  }
  if (size !== bytes || (await sumOf(full)) !== sha256)
    throw new BackupError(`The backup is damaged: ${full} is not as it was written. Take another backup.`);
}

async function sumOf(path: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of createReadStream(path)) sum.update(chunk);
  return sum.digest('hex');
}
