type Page<R> = { data: readonly R[]; nextCursor: string | null };

/** All pages of a list. */
export async function* listPages<R>(
  ask: (cursor: string | undefined) => Promise<Page<R>>,
): AsyncGenerator<readonly R[], void, undefined> {
  let cursor: string | undefined;
  do {
    const { data, nextCursor } = await ask(cursor);
    yield data;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
