/** Buffers to transfer with a value (itself, or its direct members), so that they are not copied between threads. */
export function buffersIn(value: unknown): ArrayBuffer[] {
  if (value instanceof Uint8Array) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  const inside = value instanceof Map ? [...value.values()] : Object.values(Object(value));
  return inside.flatMap((one) => (one instanceof Uint8Array ? buffersIn(one) : []));
}
