/** Somebody tries to use what a newer version has changed already. Nothing of it is touched. */
export class SchemaTooNew extends Error {
  /** `steps`: the last one that was taken, and the last one that this version knows. */
  constructor(what: string, steps: { taken: string | number; known: string | number }) {
    super(
      `${what} was used by a newer version of Parley (schema step ${steps.taken}, this version knows ${steps.known}). Install that version again, or restore a backup that this version made.`,
    );
  }
}
