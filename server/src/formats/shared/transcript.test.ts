import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitTranscript } from './transcript.ts';

function turns(prompt: string): string[] {
  return splitTranscript(prompt).map(
    ({ role, content }) =>
      `${role}: ${content.map((part) => (part.type === 'text' ? part.text : '?')).join()}`,
  );
}

test('a prompt without turn markers is one user turn, unchanged', () => {
  assert.deepEqual(turns('  Once upon a time\n'), ['user:   Once upon a time\n']);
  assert.deepEqual(turns('Is Human: a word?'), ['user: Is Human: a word?']);
  assert.deepEqual(turns(''), []);
});

test('a Human and Assistant transcript is split into turns, with the system text first', () => {
  assert.deepEqual(turns('Rules.\n\nHuman: a\n\nAssistant: b\n\nHuman: c\nd\n\nAssistant:'), [
    'system: Rules.',
    'user: a',
    'assistant: b',
    'user: c\nd',
  ]);
  assert.deepEqual(turns('Human: a\n\nAssistant: The answer is'), ['user: a', 'assistant: The answer is']);
});

test('the templates of Llama 2, 3 and 4, ChatML, DeepSeek and Titan are split into turns', () => {
  const expected = ['system: s', 'user: u', 'assistant: a', 'user: v'];
  const llama3 = (role: string, text: string) =>
    `<|start_header_id|>${role}<|end_header_id|>\n\n${text}<|eot_id|>`;
  const llama4 = (role: string, text: string) => `<|header_start|>${role}<|header_end|>\n\n${text}<|eot|>`;
  const chatml = (role: string, text: string) => `<|im_start|>${role}\n${text}<|im_end|>\n`;
  for (const turn of [llama3, llama4, chatml]) {
    const prompt = turn('system', 's') + turn('user', 'u') + turn('assistant', 'a') + turn('user', 'v');
    assert.deepEqual(turns(prompt), expected);
  }
  assert.deepEqual(turns(`<|begin_of_text|>${llama3('user', 'u')}${llama3('ipython', 't')}`), [
    'user: u',
    'tool: t',
  ]);
  assert.deepEqual(turns('<s>[INST] <<SYS>>\ns\n<</SYS>>\n\nu [/INST] a </s><s>[INST] v [/INST]'), expected);
  assert.deepEqual(
    turns('<｜begin▁of▁sentence｜>s<｜User｜>u<｜Assistant｜>a<｜User｜>v<｜Assistant｜>'),
    expected,
  );
  assert.deepEqual(turns('User: u\nBot: a\nUser: v\nBot:'), expected.slice(1));
});

test('unclosed markers lose no text', () => {
  assert.deepEqual(turns('[INST] u'), ['user: u']);
  assert.deepEqual(turns('[INST] <<SYS>> u [/INST] a'), ['user: <<SYS>> u', 'assistant: a']);
  assert.deepEqual(turns('<|im_start|>user'), ['user: user']);
});
