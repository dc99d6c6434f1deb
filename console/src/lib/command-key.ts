/** ⌘ on Apple devices, Ctrl elsewhere. */
export const COMMAND_KEY = /Mac|iP(hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl';
