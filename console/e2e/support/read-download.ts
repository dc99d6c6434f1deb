import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Download } from 'playwright-core';
import { tempFolder } from '../../../server/test/support/temp-folder.ts';

/** The text of a downloaded file. The browser may run elsewhere, so the file is copied first. */
export async function readDownload(download: Download): Promise<string> {
  return (await downloadedBytes(download)).toString();
}

export async function downloadedBytes(download: Download): Promise<Buffer> {
  const path = join(await tempFolder(), download.suggestedFilename());
  await download.saveAs(path);
  return readFile(path);
}
