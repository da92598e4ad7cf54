import { expect, it } from 'vitest'
import { isGstin } from './gstin.ts'

const VALID = ['32AQGPT3408B1ZA', '36AAECA0303M1Z0']

it.each(VALID)('%s is a GSTIN', (gstin) => {
  expect(isGstin(gstin)).toBe(true)
})

it.each(VALID)('%s with one altered character is no GSTIN', (gstin) => {
  for (const [index, character] of Array.from(gstin).entries()) {
    // A digit is replaced by a digit and a letter by a letter, so that the shape can stay valid.
    const others = /\d/.test(character) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    for (const other of others) {
      if (other === character) continue
      expect(isGstin(gstin.slice(0, index) + other + gstin.slice(index + 1))).toBe(false)
    }
  }
})

it.each([
  ['two neighbours swapped', '32AQGPT3480B1ZA'],
  ['small letters', '32aqgpt3408b1za'],
  ['a space', '32AQGPT3408B1Z A'],
  ['one character less', '32AQGPT3408B1Z'],
  ['one character more', '32AQGPT3408B1ZAA'],
  ['a line break at the end', '32AQGPT3408B1ZA\n'],
  ['an empty text', ''],
])('%s is refused', (_case, text) => {
  expect(isGstin(text)).toBe(false)
})
