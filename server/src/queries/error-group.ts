/** Errors that say the same, but for ids, amounts and times, are one group. */
import { ERROR_GROUP_LENGTH } from '@parley/contract';

/** A word with a digit in it, and whatever hangs together with it: `org-a1b2`, `30000`, `1.2s`, an address, a UUID. */
const ID = '(?:[A-Za-z_]+[-.:/]?)*[0-9][A-Za-z0-9_]*(?:[-.:/][A-Za-z0-9_]+)*';

/** The message, masked. The beginning is masked first: a long message costs no more than what is kept of it. */
export const ERROR_GROUP = `leftUTF8(replaceRegexpAll(leftUTF8(error_message, ${4 * ERROR_GROUP_LENGTH}), '${ID}', '…'), ${ERROR_GROUP_LENGTH})`;
