/**
 * Hard links for the engine as WebAssembly. A mutation links the unchanged files of a part, but Emscripten's C library
 * compiles `link` to a constant EMLINK without calling the file system. Its `symlink` does call it. So the one place of
 * the engine that links is patched to call `symlink`, by three bytes before compilation, and the file system
 * (`files.ts`) then makes a hard link.
 *
 * The place is `DB::createHardLink(source, destination)`, where the compiler left the two paths in unused locals:
 *
 *   … local.set 3   … local.set 4   call link      if …     no arguments: it returns a constant
 *   … local.tee 3   … local.tee 4   call symlink   if …     the paths stay on the stack as arguments
 */

/** The pointer to the characters of a `std::string`, which holds short ones itself. */
const charactersOf = (local: string) => `20${local}290300 20${local} 20${local}2c0017 4100 48 1b`;
/** The check for "exists already" that follows. */
const ERROR_CHECK = '0440 109e05 280200 4114 47';

const REFUSING = bytes(`${charactersOf('00')} 2103 ${charactersOf('01')} 2104 10a3ad04 ${ERROR_CHECK}`);
const LINKING = bytes(`${charactersOf('00')} 2203 ${charactersOf('01')} 2204 10dfac04 ${ERROR_CHECK}`);

/** Patches the bytes of the engine in place. */
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
