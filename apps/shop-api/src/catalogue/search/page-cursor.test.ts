import { TIER_COUNT } from '@nashta/contracts/catalogue/search/search-rule'
import { expect, it } from 'vitest'
import { readCursor, type SortValues, writeCursor } from './page-cursor.ts'

/**
 * A tier, a sort key and a position. The key is as large as a negated time, and has a fraction like
 * a sales score.
 */
const END: SortValues = [2, -1_785_326_400_000.25, 99_999]

it('a cursor is read as it was written', () => {
  const cursor = writeCursor(END, 'query')
  expect(cursor).toMatch(/^[\w-]+$/)
  expect(readCursor(cursor, 'query')).toEqual(END)
})

const refusal = expect.objectContaining({
  code: 'VALIDATION_FAILED',
  message: expect.stringMatching(/^query\.cursor: /),
})

it('a cursor is refused for another query, or when altered', () => {
  const cursor = writeCursor(END, 'query')
  const changed = Array.from(cursor, (character, index) => {
    const other = character === 'A' ? 'B' : 'A'
    return cursor.slice(0, index) + other + cursor.slice(index + 1)
  })

  expect(() => readCursor(cursor, 'other')).toThrow(refusal)
  for (const tampered of [
    ...changed,
    `${cursor}A`,
    `${cursor}=`,
    ` ${cursor}`,
    cursor.slice(0, -1),
    cursor.slice(1),
  ]) {
    expect(() => readCursor(tampered, 'query')).toThrow(refusal)
  }
})

it.each(['', 'x', 'null', '!!!', 'a'.repeat(512), Buffer.from('[1,2,3]').toString('base64url')])(
  'a text that is no cursor is refused: %j',
  (text) => {
    expect(() => readCursor(text, 'query')).toThrow(refusal)
  },
)

it.each([-1e300, -1, 0.5, TIER_COUNT, Number.NaN])('a forged cursor with tier %d is refused', (tier) => {
  // Anyone can compute the checksum of a cursor, as this call does.
  const forged = writeCursor([tier, 0, 0], 'query')
  expect(() => readCursor(forged, 'query')).toThrow(refusal)
})
