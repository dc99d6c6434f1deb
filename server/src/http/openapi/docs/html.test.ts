import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { html, prose } from './html.ts';

test('no text that is put into HTML becomes markup', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { text: page } = html`<p title="${text}">${[text]}</p>${prose(text)}`;
      const markup = page.replace(/<\/?(p|code)( title="[^"<>']*")?>/g, '');
      assert.doesNotMatch(markup, /[<>"']/);
    }),
  );
});

test('HTML inside of HTML stays as it is', () => {
  assert.equal(html`<b>${html`<i>${'a & b'}</i>`}</b>`.text, '<b><i>a &#38; b</i></b>');
});

test('what stands in backticks is code', () => {
  assert.equal(prose('give `a<b` back').text, 'give <code>a&#60;b</code> back');
});
