/** A migration: its statements, built on demand. Each may run twice. */
export type Step = () => readonly string[];
