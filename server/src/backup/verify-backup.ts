import { checkBackupFile } from './files.ts';
import { filesOf, type Manifest, readManifest } from './manifest.ts';

/** Reads every byte of a backup; throws if a file is not as written. */
export async function verifyBackup(
  folder: string,
  onProgress: (files: { done: number; total: number }) => void,
): Promise<Manifest> {
  const manifest = readManifest(folder);
  const files = filesOf(manifest);
  for (const [done, file] of files.entries()) {
    await checkBackupFile(folder, file);
    onProgress({ done: done + 1, total: files.length });
  }
  return manifest;
}
