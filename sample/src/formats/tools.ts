/** Tool definitions as a client sends them. */
type Parameters = Record<string, { type: 'string' | 'number' }>;

const TOOLS: Record<string, { description: string; parameters: Parameters }> = {
  find_order: { description: 'Look up an order by its number', parameters: { order: { type: 'string' } } },
  check_stock: {
    description: 'How many of an item are in stock',
    parameters: { item: { type: 'string' }, size: { type: 'string' }, step: { type: 'number' } },
  },
  search_trains: {
    description: 'Find train connections between two cities',
    parameters: { from: { type: 'string' }, to: { type: 'string' }, changes: { type: 'number' } },
  },
  confirm_booking: { description: 'Confirm a booking', parameters: { booking: { type: 'string' } } },
  search_docs: {
    description: 'Search the manuals',
    parameters: { query: { type: 'string' }, limit: { type: 'number' } },
  },
  read_diff: { description: 'The changes of a pull request', parameters: { pull: { type: 'string' } } },
  run_tests: {
    description: 'Run the tests below a path',
    parameters: { path: { type: 'string' }, timeout: { type: 'number' } },
  },
};

export type Described = {
  name: string;
  description: string;
  schema: { type: 'object'; properties: Parameters };
};

export function describeTools(names: readonly string[]): Described[] {
  return names.map((name) => {
    const { description = name, parameters = {} } = TOOLS[name] ?? {};
    return { name, description, schema: { type: 'object', properties: parameters } };
  });
}
