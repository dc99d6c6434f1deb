/** Takes passwords out of a text: what the doctor prints is sent to others. */
export function mask(text: string): string {
  return text
    .replace(/(\w+:\/\/[^\s:/@]*):[^\s/]*@/g, '$1:***@')
    .replace(/\b(password|secret|token)=[^\s&]+/gi, '$1=***');
}
