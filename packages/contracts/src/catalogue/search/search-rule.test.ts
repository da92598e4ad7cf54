import { expect, it } from 'vitest'
import { parseSearch } from './search-rule.ts'

it.each(['㌖', 'ﷺ', 'a', '😀', 'ß'])(
  'a search of 200 characters %s is no longer after folding, because long words take long to compare',
  (character) => {
    const search = parseSearch(character.repeat(200))
    expect(search?.phrase.length).toBeGreaterThan(150)
    expect(search?.phrase.length).toBeLessThanOrEqual(200)
    expect(Math.max(...(search?.words ?? []).map(({ length }) => length))).toBeLessThanOrEqual(200)
  },
)
