import type { Part } from '@parley/contract';
import type { Json } from '../format.ts';
import { readParts } from '../gemini/parts.ts';
import { jsonText } from '../shared/json-text.ts';
import { mediaAt } from '../shared/media.ts';
import { arr, isObject, list, obj, text } from '../shared/read.ts';

/** The embedded inputs: for each requested vector, its parts. */
export function embeddedIn(request: Json): Part[][] {
  const { input, inputs, texts, images, prompt, contents, content, requests, instances } = request;
  if (request.inputText !== undefined || request.inputImage !== undefined) return [titanParts(request)];
  const given = input ?? inputs ?? texts ?? contents;
  if (given !== undefined) return items(given).map(partsOf);
  if (Array.isArray(images)) return images.map((image) => [mediaAt('image', image)]);
  if (Array.isArray(requests)) return requests.map((one) => readParts(obj(one).content));
  if (Array.isArray(instances)) return instances.map((one) => partsOf(obj(one).content ?? one));
  return content === undefined ? list(prompt).map(partsOf) : [readParts(content)];
}

/** A list of numbers is one text, given as tokens. */
function items(given: unknown): readonly unknown[] {
  return isTokens(given) ? [given] : list(given);
}

function isTokens(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'number';
}

function partsOf(item: unknown): Part[] {
  const said = text(item);
  if (said !== null) return [{ type: 'text', text: said }];
  if (isTokens(item)) return [{ type: 'other', name: 'tokens' }];
  if (!isObject(item)) return [];
  if (item.parts !== undefined) return readParts(item);
  if (item.content !== undefined) return list(item.content).map(partOf);
  return [partOf(item)];
}

/** One part of a mixed-media input. */
function partOf(piece: unknown): Part {
  const said = text(piece) ?? text(obj(piece).text);
  if (said !== null) return { type: 'text', text: said };
  const image = obj(piece).image_url ?? obj(piece).imageUrl ?? obj(piece).image;
  return image === undefined
    ? { type: 'other', name: text(obj(piece).type) ?? 'unknown' }
    : mediaAt('image', obj(image).url ?? image);
}

/** One vector for text and image together. */
function titanParts({ inputText, inputImage }: Json): Part[] {
  const said = text(inputText);
  return [
    ...(said === null ? [] : [{ type: 'text', text: said } as const]),
    ...(typeof inputImage === 'string' ? [mediaAt('image', null)] : []),
  ];
}

/** One part per document, so that a ranking can refer to it. */
export function documentsIn({ documents }: Json): Part[] {
  return arr(documents).map((document) => ({
    type: 'text',
    text: text(document) ?? text(obj(document).text) ?? jsonText(document).toWellFormed(),
  }));
}
