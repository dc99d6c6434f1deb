/** Says to the embedded engine who asks, so that askers take turns there, too. ClickHouse servers do not know it. */
export const ASKER_HEADER = 'x-parley-asker';
