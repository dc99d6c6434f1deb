/** What an application keeps of what it receives; `nothing` once it is deleted. */
export type Keeping = 'everything' | 'numbers' | 'nothing';
