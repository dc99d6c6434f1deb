/** HTTP header with the asker, so that the embedded engine's host shares its connections fairly. ClickHouse ignores it. */
export const ASKER_HEADER = 'x-parley-asker';
