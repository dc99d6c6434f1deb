import type { Message, Role } from '@parley/contract';

/*
 * Llama 2's and Mistral's template:
 *   <s>[INST] <<SYS>>\nsystem\n<</SYS>>\n\nuser [/INST] assistant </s><s>[INST] user [/INST]
 */

const OPEN = '[INST]';
const CLOSE = '[/INST]';
const SYSTEM_OPEN = '<<SYS>>';
const SYSTEM_CLOSE = '<</SYS>>';

export function splitInstructions(prompt: string): Message[] {
  const turns: Message[] = [];
  let at = prompt.indexOf(OPEN);
  addTurn(turns, 'system', prompt.slice(0, at));
  while (at !== -1) {
    const from = at + OPEN.length;
    at = prompt.indexOf(OPEN, from);
    const span = prompt.slice(from, at === -1 ? prompt.length : at);
    const close = span.indexOf(CLOSE);
    addInstruction(turns, close === -1 ? span : span.slice(0, close));
    if (close !== -1) addTurn(turns, 'assistant', span.slice(close + CLOSE.length));
  }
  return turns;
}

function addInstruction(turns: Message[], instruction: string): void {
  const open = instruction.indexOf(SYSTEM_OPEN);
  const close = open === -1 ? -1 : instruction.indexOf(SYSTEM_CLOSE, open);
  if (close === -1) {
    addTurn(turns, 'user', instruction);
    return;
  }
  addTurn(turns, 'system', instruction.slice(open + SYSTEM_OPEN.length, close));
  addTurn(turns, 'user', instruction.slice(0, open) + instruction.slice(close + SYSTEM_CLOSE.length));
}

function addTurn(turns: Message[], role: Role, text: string): void {
  const said = text.replaceAll('<s>', '').replaceAll('</s>', '').trim();
  if (said !== '') turns.push({ role, content: [{ type: 'text', text: said }] });
}
