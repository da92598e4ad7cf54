import { expect, it } from 'vitest'
import { foldCategory, foldWords } from './fold-text.ts'

it.each([
  ['Crème Brûlée', ['creme', 'brulee']],
  ['ÜMLAUT Straße', ['umlaut', 'strasse']],
  [`Chef's  "own"—mix, 70%`, ['chefs', 'own', 'mix', '70']],
  ['मिठाई की थाली', ['मिठाई', 'की', 'थाली']],
  ['İstanbul ﬁg', ['istanbul', 'fig']],
  ['🍩 box', ['🍩', 'box']],
  [' - ', []],
  ['\ud800 lone \u0000', ['lone']],
])('%j has the words %j', (text, words) => {
  expect(foldWords(text)).toEqual(words)
})

it('Indian words that differ by a vowel sign are different words', () => {
  expect(foldWords('कल')).not.toEqual(foldWords('किल'))
})

it('categories without letters are different categories', () => {
  expect(foldCategory('Nuts & Treats')).toBe(foldCategory('nuts  &  treats'))
  expect(foldCategory('!!!')).not.toBe(foldCategory('???'))
})
