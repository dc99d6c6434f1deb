import type { Part } from '@parley/contract';
import { httpUrl, media } from '../shared/media.ts';
import { addText } from '../shared/messages.ts';
import { arr, name, obj, text } from '../shared/read.ts';

/** Documents that ground the answer: text, flat fields (v1), or fields under `data` (v2). */
export function addDocuments(parts: Part[], documents: unknown): void {
  for (const document of arr(documents)) {
    const fields = obj(obj(document).data ?? document);
    parts.push(media('document', null, httpUrl(fields.url)));
    addText(parts, text(document) ?? name(fields.text) ?? name(fields.snippet) ?? name(fields.content));
  }
}
