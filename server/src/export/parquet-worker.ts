/** The thread that writes a Parquet file: groups come in, their bytes go out; null finishes it. */
import { parentPort, workerData } from 'node:worker_threads';
import { ParquetFile, type RowGroup } from './parquet-file.ts';

const file = new ParquetFile(workerData);

parentPort?.on('message', (group: RowGroup | null) => {
  const bytes = group === null ? file.finish() : file.write(group);
  // As a view of its own buffer, which changes hands and is not copied.
  const { buffer, byteOffset, byteLength } = bytes;
  parentPort?.postMessage(new Uint8Array(buffer, byteOffset, byteLength), [buffer]);
});
