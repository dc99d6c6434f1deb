/** The validation message of a field: the browser's own bubble would cover the hint below the field. */
type Typed = Pick<
  HTMLInputElement,
  'validity' | 'validationMessage' | 'value' | 'type' | 'title' | 'minLength' | 'min' | 'max'
>;

export function fieldProblem(field: Typed): string | undefined {
  const { validity, value, type, title, minLength, min, max } = field;
  if (validity.valid) return undefined;
  if (validity.valueMissing) return 'This field is required.';
  if (validity.badInput) return type === 'number' ? 'Enter a number.' : 'Enter a whole date.';
  if (validity.typeMismatch && type === 'email') return 'Enter an email address, such as jane@example.com.';
  if (validity.tooShort) return `Use at least ${minLength} characters. This has ${value.length}.`;
  if (validity.rangeUnderflow) return `Enter ${min} or more.`;
  if (validity.rangeOverflow) return `Enter ${max} or less.`;
  if (validity.stepMismatch) return 'Enter a whole number.';
  // The pattern `.*\S.*` fails for a value of spaces only.
  if (validity.patternMismatch && value.trim() === '') return 'This field is required.';
  if (validity.patternMismatch && title !== '') return `${title}.`;
  return field.validationMessage;
}
