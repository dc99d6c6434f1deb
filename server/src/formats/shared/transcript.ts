import type { Message, Role } from '@parley/contract';
import { splitInstructions } from './inst-template.ts';
import { roleOf } from './roles.ts';

type Marker = readonly [text: string, role: Role];

const HUMAN: readonly Marker[] = [
  ['\n\nHuman:', 'user'],
  ['\n\nAssistant:', 'assistant'],
];
const TITAN: readonly Marker[] = [
  ['\nUser:', 'user'],
  ['\nBot:', 'assistant'],
];
const DEEPSEEK: readonly Marker[] = [
  ['<｜User｜>', 'user'],
  ['<｜Assistant｜>', 'assistant'],
];

/** Templates whose turns begin with a header that names the role. */
type Header = { open: string; headerEnd: string; close: string };
const HEADERS: readonly Header[] = [
  { open: '<|start_header_id|>', headerEnd: '<|end_header_id|>', close: '<|eot_id|>' }, // Llama 3
  { open: '<|header_start|>', headerEnd: '<|header_end|>', close: '<|eot|>' }, // Llama 4
  { open: '<|im_start|>', headerEnd: '\n', close: '<|im_end|>' }, // ChatML
];

const BEGIN = ['<|begin_of_text|>', '<｜begin▁of▁sentence｜>'];

/**
 * Splits the prompt of a completion model into turns when it is a transcript; otherwise it is one user turn.
 * Text before the first turn is the system's, as the upstreams document it. An empty last turn is only the
 * cue for the model to continue. Every scan moves forward, so time is linear.
 */
export function splitTranscript(prompt: string): Message[] {
  if (prompt.includes(HUMAN[0]?.[0] ?? '') || prompt.startsWith('Human:')) {
    return splitAtMarkers(prompt.startsWith('Human:') ? `\n\n${prompt}` : prompt, HUMAN);
  }
  for (const header of HEADERS) if (prompt.includes(header.open)) return splitAtHeaders(prompt, header);
  if (prompt.includes('[INST]')) return splitInstructions(prompt);
  if (prompt.includes('<｜User｜>')) return splitAtMarkers(prompt, DEEPSEEK);
  if (prompt.startsWith('User:') && prompt.includes('\nBot:')) return splitAtMarkers(`\n${prompt}`, TITAN);
  return prompt === '' ? [] : [{ role: 'user', content: [{ type: 'text', text: prompt }] }];
}

function splitAtMarkers(prompt: string, markers: readonly Marker[]): Message[] {
  const turns: Message[] = [];
  const next = markers.map(([marker]) => prompt.indexOf(marker));
  let role: Role = 'system';
  let from = 0;
  while (true) {
    let nearest = -1;
    for (let i = 0; i < next.length; i++) {
      const at = next[i] ?? -1;
      if (at !== -1 && (nearest === -1 || at < (next[nearest] ?? -1))) nearest = i;
    }
    const marker = markers[nearest];
    if (marker === undefined) break;
    const at = next[nearest] ?? prompt.length;
    addTurn(turns, role, prompt.slice(from, at));
    from = at + marker[0].length;
    role = marker[1];
    // Only the marker that was passed is searched again, so each marker scans the prompt once.
    next[nearest] = prompt.indexOf(marker[0], from);
  }
  addTurn(turns, role, prompt.slice(from));
  return turns;
}

function splitAtHeaders(prompt: string, { open, headerEnd, close }: Header): Message[] {
  const turns: Message[] = [];
  let at = prompt.indexOf(open);
  addTurn(turns, 'system', prompt.slice(0, at));
  while (at !== -1) {
    const headerAt = at + open.length;
    at = prompt.indexOf(open, headerAt);
    const turn = prompt.slice(headerAt, at === -1 ? prompt.length : at);
    const bodyAt = turn.indexOf(headerEnd);
    if (bodyAt === -1) {
      addTurn(turns, 'user', turn);
      continue;
    }
    const body = turn.slice(bodyAt + headerEnd.length);
    const end = body.indexOf(close);
    addTurn(turns, roleOf(turn.slice(0, bodyAt).trim()), end === -1 ? body : body.slice(0, end));
  }
  return turns;
}

function addTurn(turns: Message[], role: Role, text: string): void {
  let said = text.trim();
  for (const begin of BEGIN) if (said.startsWith(begin)) said = said.slice(begin.length).trim();
  if (said !== '') turns.push({ role, content: [{ type: 'text', text: said }] });
}
