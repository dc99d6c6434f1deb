/** Three model calls: a complete one, a streamed one, and a stream that is abandoned early. */
export async function talk(fetch, modelUrl) {
  const ask = (model, stream) =>
    fetch(`${modelUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer a key' },
      body: JSON.stringify({
        model,
        stream,
        messages: [{ role: 'user', content: 'Name a river in Europe.' }],
      }),
    });
  return {
    whole: await seen(await ask('river', false)),
    streamed: await seen(await ask('river', true)),
    left: await firstPiece(await ask('endless', true)),
  };
}

async function seen(response) {
  const { status, ok, url, redirected, type, bodyUsed, headers } = response;
  const ownHeaders = ['content-type', 'x-request-id'].map((name) => headers.get(name));
  return { status, ok, url, redirected, type, bodyUsed, ownHeaders, text: await response.text() };
}

async function firstPiece(response) {
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

/** The same calls with and without Parley, in a session of their own. */
export async function talkTwice(parley, { modelUrl, context }) {
  const without = await talk(globalThis.fetch, modelUrl);
  const listened = await parley.with(context, () => talk(parley.fetch, modelUrl));
  return { without, listened };
}
