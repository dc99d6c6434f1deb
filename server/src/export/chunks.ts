/** Chunk size: large enough to be worth a write to the compressor and the socket. */
const CHUNK = 64 * 1024;

export async function* chunks(
  pieces: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Buffer, void, undefined> {
  let gathered: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    gathered.push(piece);
    length += piece.length;
    if (length < CHUNK) continue;
    yield Buffer.from(gathered.join(''));
    gathered = [];
    length = 0;
  }
  if (length > 0) yield Buffer.from(gathered.join(''));
}
