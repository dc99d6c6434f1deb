/**
 * Hard links for the engine as WebAssembly. Emscripten's C library refuses them without asking anybody (`link` is
 * "EMLINK" there, and so it is compiled in), and what rewrites a part of a table links the files that stay as they are.
 * The library's `symlink` does ask. So the one place of the engine that links is made to call that: it differs in
 * three bytes before the engine is compiled, and the file system (`files.ts`) makes a hard link of what it is asked for.
 *
 * The place is `DB::createHardLink(source, destination)`, where the compiler left the two paths in locals that nobody
 * reads:
 *
 *   … local.set 3   … local.set 4   call link      if …     no arguments: what it returns is always the same
 *   … local.tee 3   … local.tee 4   call symlink   if …     the paths stay on the stack, and are the arguments
 */

/** A `std::string` as a pointer to its characters: short ones are in it, long ones elsewhere. */
const charactersOf = (local: string) => `20${local}290300 20${local} 20${local}2c0017 4100 48 1b`;
/** What decides on "exists already", right behind it. */
const BEHIND = '0440 109e05 280200 4114 47';

const REFUSING = bytes(`${charactersOf('00')} 2103 ${charactersOf('01')} 2104 10a3ad04 ${BEHIND}`);
const LINKING = bytes(`${charactersOf('00')} 2203 ${charactersOf('01')} 2204 10dfac04 ${BEHIND}`);

/** Changes the bytes of the engine in place. */
export function allowHardLinks(engine: Buffer): void {
  const at = engine.indexOf(REFUSING);
  if (at < 0 || engine.includes(REFUSING, at + 1)) {
    throw new Error(
      'The engine as WebAssembly is not the build that Parley knows. Remove the folder .cache/engine-wasm, and run "parley engine install".',
    );
  }
  LINKING.copy(engine, at);
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex');
}
