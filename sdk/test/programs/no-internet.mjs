/** Loaded before a program: whatever host it calls with `fetch`, the stand-in answers. */
const { fetch } = globalThis;

globalThis.fetch = (input, init) => {
  const { pathname, search } = new URL(input.url ?? input);
  const target = new URL(pathname + search, process.env.MODEL_URL);
  return input instanceof Request ? fetch(new Request(target, input)) : fetch(target, init);
};
