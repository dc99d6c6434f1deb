import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../test/support/cpu-time.ts';
import { splitThinking } from './shared/think-tags.ts';
import { splitTranscript } from './shared/transcript.ts';

/** Text that makes a naive scan restart at every step. */
const ADVERSARIES = [
  '<think>',
  '</think',
  '\n\nHuman:',
  '\n\nAssistant',
  '\n\n',
  '[INST]',
  '[INST]<<SYS>>',
  '[/INST]',
  '<s>',
  '<|start_header_id|>',
  '<|start_header_id|><|end_header_id|>',
  '<|im_start|>\n',
  '<｜User｜>',
  'User:\nBot:',
  ' ',
];

const SIZE = 1_000_000;
/** Quadratic scans of a megabyte take minutes, linear ones milliseconds. */
const LIMIT_MS = 2_000;

test('a megabyte of unclosed tags and markers is split in linear time', () => {
  for (const unit of ADVERSARIES) {
    for (const text of [unit.repeat(SIZE / unit.length), `Human:${unit.repeat(SIZE / unit.length)}x`]) {
      const took = cpuMs(() => {
        splitTranscript(text);
        splitThinking(text);
        splitThinking(`<think>${text}`);
      });
      assert.ok(took < LIMIT_MS, `${JSON.stringify(unit)} took ${Math.round(took)} ms`);
    }
  }
});
