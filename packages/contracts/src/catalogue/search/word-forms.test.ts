import { expect, it } from 'vitest'
import { soundKeyOf, stemOf } from './word-forms.ts'

it.each([
  ['laddoos', 'laddoo'],
  ['cookies', 'cookie'],
  ['berries', 'berry'],
  ['boxes', 'box'],
  ['nuts', 'nut'],
])('%s and %s have one stem', (plural, singular) => {
  expect(stemOf(plural)).toBe(stemOf(singular))
})

it.each(['gas', 'couscous', 'glass'])('%s is no plural', (word) => {
  expect(stemOf(word)).toBe(word)
})

it.each([
  ['laddoo', 'ladu', 'लड्डू'],
  ['kaju', 'kaaju', 'काजू'],
  ['namkeen', 'namkin', 'नमकीन'],
  ['mithai', 'mithaai', 'मिठाई'],
  ['chips', 'chips', 'चिप्स'],
])('%s, %s and %s sound alike', (...words) => {
  expect(new Set(words.map(soundKeyOf)).size).toBe(1)
})

it.each(['a', '250', 'மிட்டாய்'])('%s has no sound', (word) => {
  expect(soundKeyOf(word)).toBeNull()
})
