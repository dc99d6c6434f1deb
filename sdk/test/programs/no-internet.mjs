/** Preloaded module: redirects every `fetch` to the model server, whatever its host. */
const { fetch } = globalThis;

globalThis.fetch = (input, init) => {
  const { pathname, search } = new URL(input.url ?? input);
  const target = new URL(pathname + search, process.env.MODEL_URL);
  return input instanceof Request ? fetch(new Request(target, input)) : fetch(target, init);
};
