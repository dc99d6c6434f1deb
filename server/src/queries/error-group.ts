/** Groups of errors: messages that differ only in ids, amounts and times are one group. */
import { ERROR_GROUP_LENGTH } from '@parley/contract';

/** Matches a word with a digit and what is attached to it: `org-a1b2`, `30000`, `1.2s`, an address, a UUID. */
const ID = '(?:[A-Za-z_]+[-.:/]?)*[0-9][A-Za-z0-9_]*(?:[-.:/][A-Za-z0-9_]+)*';

/** The masked message. It is cut before masking, so that a long message costs no more than the part that is kept. */
export const ERROR_GROUP = `leftUTF8(replaceRegexpAll(leftUTF8(error_message, ${4 * ERROR_GROUP_LENGTH}), '${ID}', '…'), ${ERROR_GROUP_LENGTH})`;
