const SHOW_EVERY_MS = 1000;

/** Prints to standard error, so that standard output only has the result. */
export function showProgress(of: string): (progress: { done: number; total: number }) => void {
  let shown = 0;
  return ({ done, total }) => {
    if (Date.now() - shown < SHOW_EVERY_MS && done < total) return;
    shown = Date.now();
    console.error(`${count(done)} of ${count(total)} ${of}`);
  };
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}
