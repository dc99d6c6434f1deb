/** Names under which clients record what was sent beside a body, and what must not be shown around. */
const BESIDE = /^(?:extra_?)?headers$/i;
const SECRET = /^(?:proxy-?)?authorization$|^(?:x-)?(?:goog-)?(?:api|access|auth|secret)[-_]?(?:key|token)$/i;

/** Whether a field may be a secret. A tool's parameter of such a name is described by an object, and is none. */
export function mayBeSecret(name: string, isText: boolean): boolean {
  return BESIDE.test(name) || (isText && SECRET.test(name));
}
