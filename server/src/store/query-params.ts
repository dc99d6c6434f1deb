export type QueryParams = Record<
  string,
  string | number | boolean | null | readonly string[] | readonly number[]
>;
