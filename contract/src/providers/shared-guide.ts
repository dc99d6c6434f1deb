/** Snippets that several formats' guides share. */

export const BEARER = 'Authorization: Bearer $API_KEY';

export const QUESTION = 'Name a river in Europe.';
export const ANSWER = 'The Danube.';

export const messages = [{ role: 'user', content: QUESTION }];
export const choices = [{ index: 0, message: { role: 'assistant', content: ANSWER }, finish_reason: 'stop' }];
export const usage = { prompt_tokens: 12, completion_tokens: 4, total_tokens: 16 };

/** `messages` as source code. */
export const MESSAGES_TEXT = `messages: [{ role: 'user', content: 'Name a river in Europe.' }]`;
