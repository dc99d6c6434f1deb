/** Its statements, each of which may run twice; they are made when they are needed. */
export type Step = () => readonly string[];
