import type { Post } from './generate.ts';

export function withKeys(payload: Post['payload'], keys: { appKey: string; apiKey: string }): object {
  return { ...payload, reconify: { ...payload.reconify, ...keys } };
}
