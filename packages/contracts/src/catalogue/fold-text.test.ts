import { expect, it } from 'vitest'
import { foldText, foldWords } from './fold-text.ts'

it.each([
  ['Crème Brûlée', 'creme brulee'],
  ['ÜMLAUT Straße', 'umlaut strasse'],
  [`Chef's  "own"—mix, 70%`, `chef's "own"—mix, 70%`],
  ['İstanbul ﬁg', 'istanbul fig'],
  [' \u00a0- \n& ', '- &'],
  ['\u0301', ''],
])('%j folds to %j: without case and accents, with punctuation', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

it.each([
  ['Crème Brûlée', ['creme', 'brulee']],
  [`Chef's  "own"—mix, 70%`, ['chefs', 'own', 'mix', '70']],
  ['मिठाई की थाली', ['मिठाई', 'की', 'थाली']],
  ['🍩 box', ['🍩', 'box']],
  [' - ', []],
  ['\ud800 lone \u0000', ['lone']],
])('%j has the words %j', (text, words) => {
  expect(foldWords(text)).toEqual(words)
})

it('Hindi words that differ by a vowel sign are different words', () => {
  expect(foldText('कल')).not.toBe(foldText('किल'))
})
