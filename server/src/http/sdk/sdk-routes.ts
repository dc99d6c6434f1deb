/**
 * The client library as packed by `npm run package` and `npm start`, so that it can be installed from any
 * Parley server.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sdk } from '@parley/contract';
import { ApiError } from '../../base/errors.ts';
import { VERSION } from '../../base/version.ts';
import type { Bind } from '../bind.ts';
import { sendFile, staticFile } from '../static-file.ts';

export const SDK_FOLDER = fileURLToPath(new URL('../../../../sdk/packed', import.meta.url));

const PACKAGE_FILE = `parley-sdk-${VERSION}.tgz`;
const NOT_PACKED = 'The client library is not packed: run "node scripts/ensure-sdk.ts" and start again.';

export function sdkRoutes(bind: Bind, folder: string): void {
  const packed = join(folder, PACKAGE_FILE);
  // Read now, so that a later build is not served under the same name.
  const bytes = existsSync(packed) ? readFileSync(packed) : null;
  const file = bytes && staticFile('application/gzip', bytes);
  const described = bytes && describe(bytes);

  bind('sdk', async () => {
    if (described === null) throw new ApiError('not_found', { message: NOT_PACKED });
    return described;
  });

  bind('sdkNewest', async ({ reply }) => {
    if (file === null) throw new ApiError('not_found', { message: NOT_PACKED });
    // Relative, so that it holds behind a proxy that adds a path.
    return reply.redirect(`sdk/${PACKAGE_FILE}?v=${file.version}`);
  });

  bind('sdkPackage', async ({ params, query, request, reply }) => {
    if (file === null) throw new ApiError('not_found', { message: NOT_PACKED });
    if (params.file !== PACKAGE_FILE)
      throw new ApiError('not_found', { message: `This server has ${PACKAGE_FILE}.` });
    return sendFile(request, reply, file, query.v === file.version);
  });
}

function describe(bytes: Buffer): Sdk {
  return {
    name: '@parley/sdk',
    version: VERSION,
    path: `/sdk/${PACKAGE_FILE}`,
    integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
    bytes: bytes.length,
  };
}
