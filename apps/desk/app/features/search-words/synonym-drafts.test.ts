import { FIRST_SYNONYMS } from '@nashta/contracts/catalogue/search/search-synonyms'
import { saveSynonyms } from '@nashta/contracts/catalogue/search/synonyms'
import { expect, it } from 'vitest'
import { draftOf, hasPhrase, inputOf } from './synonym-drafts.ts'

it('lines that were not changed are saved as they are, and the list of a new shop is valid', () => {
  expect(inputOf(draftOf(FIRST_SYNONYMS))).toEqual({ synonyms: FIRST_SYNONYMS })
  expect(saveSynonyms.body.safeParse({ synonyms: FIRST_SYNONYMS }).success).toBe(true)
})

it('phrases are separated by commas, once each', () => {
  const line = { id: 'a', searched: ' kaju , cashew,, kaju', finds: '' }
  expect(inputOf([line])).toEqual({ synonyms: [{ searched: ['kaju', 'cashew'] }] })
  expect(inputOf([{ ...line, finds: 'nut,' }])).toEqual({
    synonyms: [{ searched: ['kaju', 'cashew'], finds: ['nut'] }],
  })
})

it('a line is found by any of its phrases', () => {
  const line = { id: 'a', searched: 'kaju', finds: 'Cashew' }
  expect(hasPhrase(line, ' cash')).toBe(true)
  expect(hasPhrase(line, 'badam')).toBe(false)
})
