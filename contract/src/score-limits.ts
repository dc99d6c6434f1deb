/** Names and limits of scores, without schemas: the console has them, too. */

export const SCORE_COMMENT_LENGTH = 4000;

/** The name of the score that people give an answer with a thumb: true is up. */
export const THUMBS = 'thumbs';
/** The name of the score whose comment is the right answer; its value is true. */
export const CORRECTION = 'correction';
export const CORRECTION_LENGTH = 32_000;
