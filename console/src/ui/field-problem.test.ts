import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldProblem } from './field-problem.ts';

type Field = Parameters<typeof fieldProblem>[0];

const FINE: ValidityState = {
  badInput: false,
  customError: false,
  patternMismatch: false,
  rangeOverflow: false,
  rangeUnderflow: false,
  stepMismatch: false,
  tooLong: false,
  tooShort: false,
  typeMismatch: false,
  valid: true,
  valueMissing: false,
};
const said = (wrong: Partial<ValidityState>, field: Partial<Field> = {}) =>
  fieldProblem({
    validationMessage: 'What the browser says',
    value: '',
    type: 'text',
    title: '',
    minLength: -1,
    min: '',
    max: '',
    ...field,
    validity: { ...FINE, valid: Object.keys(wrong).length === 0, ...wrong },
  });

describe('the error of a field', () => {
  it('there is none if the field is valid', () => {
    assert.equal(said({}), undefined);
  });

  it('it is worded for the field', () => {
    assert.equal(said({ valueMissing: true }), 'This field is required.');
    assert.equal(
      said({ tooShort: true }, { type: 'password', minLength: 10, value: 'seventy' }),
      'Use at least 10 characters. This has 7.',
    );
    assert.match(said({ typeMismatch: true }, { type: 'email', value: 'jane' }) ?? '', /email address/);
    assert.equal(said({ rangeUnderflow: true }, { type: 'number', min: '1' }), 'Enter 1 or more.');
    assert.equal(said({ rangeOverflow: true }, { type: 'number', max: '36500' }), 'Enter 36500 or less.');
    assert.equal(said({ badInput: true }, { type: 'number' }), 'Enter a number.');
    assert.equal(said({ patternMismatch: true }, { value: 'abc', title: 'Six digits' }), 'Six digits.');
  });

  it('white space counts as empty', () => {
    assert.equal(said({ patternMismatch: true }, { value: '   ' }), 'This field is required.');
  });

  it("it is the browser's message by default", () => {
    assert.equal(said({ customError: true }), 'What the browser says');
  });
});
