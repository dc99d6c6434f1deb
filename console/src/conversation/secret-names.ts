/** Names of fields that contain HTTP headers or secrets, which must not be copied. */
const BESIDE = /^(?:extra_?)?headers$/i;
const SECRET = /^(?:proxy-?)?authorization$|^(?:x-)?(?:goog-)?(?:api|access|auth|secret)[-_]?(?:key|token)$/i;

/**
 * Whether a field may be a secret. A tool parameter of such a name has an object as its schema and is not
 * secret.
 */
export function mayBeSecret(name: string, isText: boolean): boolean {
  return BESIDE.test(name) || (isText && SECRET.test(name));
}
