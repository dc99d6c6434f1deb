/** Thrown when the data was migrated by a newer version. Nothing has been modified. */
export class SchemaTooNew extends Error {
  /** `steps`: the last migration applied, and the last one that this version knows. */
  constructor(what: string, steps: { taken: string | number; known: string | number }) {
    super(
      `${what} was used by a newer version of Parley (schema step ${steps.taken}, this version knows ${steps.known}). Install that version again, or restore a backup that this version made.`,
    );
  }
}
