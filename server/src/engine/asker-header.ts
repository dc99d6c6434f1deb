/** HTTP header with the asker, by which the embedded engine's host queues fairly. ClickHouse ignores it. */
export const ASKER_HEADER = 'x-parley-asker';
