/** What the traffic can be stacked by. */
export const STACKS = { model: 'Model', format: 'Format', outcome: 'Outcome' } as const;
export type Stack = keyof typeof STACKS;
