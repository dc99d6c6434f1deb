/** HTML as a value: what is put into it is escaped, unless it is HTML itself. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Child = Html | string | number | readonly Child[];

export function html(strings: TemplateStringsArray, ...children: Child[]): Html {
  return new Html(strings.reduce((all, text, i) => all + textOf(children[i - 1] ?? '') + text));
}

/** A sentence in which `code` stands in backticks. */
export function prose(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function textOf(child: Child): string {
  if (child instanceof Html) return child.text;
  if (typeof child === 'object') return child.map(textOf).join('');
  return String(child).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
