/**
 * The version of `@pydantic/genai-prices` that list prices come from, and its date. Written by `npm run
 * prices`.
 */
export const PRICE_LIST = { version: '0.1.8', publishedAt: '2026-09-23T10:11:04.622Z' };
