import { expect, it } from 'vitest'
import { savedSnacksText } from './saved-snacks-text.ts'

const MINUTE = 60_000

it.each([
  [-5, 'a moment ago'],
  [59_999, 'a moment ago'],
  [MINUTE, '1 minute ago'],
  [5 * MINUTE, '5 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [47 * 60 * MINUTE, '1 day ago'],
  [48 * 60 * MINUTE, '2 days ago'],
])('a list saved %d ms ago is shown as saved %s', (age, text) => {
  expect(savedSnacksText(age)).toBe(`Showing saved snacks from ${text}`)
})
