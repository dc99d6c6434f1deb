/** A Markdown plugin that keeps HTML tags as text. Prompts are full of them, and none is rendered. */
type Node = { type: string; value?: string; children?: Node[] };

export function htmlAsText() {
  return (tree: Node): void => rewrite(tree, false);
}

function rewrite(node: Node, inLine: boolean): void {
  if (!node.children) return;
  const lines = inLine || node.type === 'paragraph' || node.type === 'heading';
  node.children = node.children.map((child) => {
    if (child.type !== 'html') {
      rewrite(child, lines);
      return child;
    }
    const text = { type: 'text', value: child.value ?? '' };
    return lines ? text : { type: 'paragraph', children: [text] };
  });
}
