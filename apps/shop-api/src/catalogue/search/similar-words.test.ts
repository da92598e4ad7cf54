import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { typosOfPrefix } from '@nashta/contracts/catalogue/search/search-oracle.fixture'
import { expect, it } from 'vitest'
import { similarWords } from './similar-words.ts'

const WORDS = ['chips', 'chocolate', 'chocolates', 'masala', 'milk', 'pistachio', 'pistachios'].toSorted()

it.each([
  ['choclate', ['chocolate', 'chocolates']],
  ['masla', ['masala']],
  ['pistacho', ['pistachio', 'pistachios']],
  ['chpis', ['chips']],
  ['milj', ['milk']],
  ['chipss', ['chips']],
  ['bread', []],
])('with one typo allowed, %s is similar to %j', (word, expected) => {
  expect(similarWords(WORDS, word, 1)).toEqual(expected)
})

it('a random word is similar to the words that a plain comparison with each word finds', () => {
  for (let seed = 0; seed < 300; seed++) {
    const random = createRandom(seed)
    // Words of few different letters are often similar. The last letter here is a vowel sign, which
    // joins the letter before it.
    const randomWord = () => random.some(['a', 'b', 'c', 'क', 'ि'], 1, 7).join('')
    const sorted = [...new Set(Array.from({ length: random.below(60) }, randomWord))].toSorted()
    const word = randomWord()
    const maxTypos = random.one([1, 2])

    const expected = sorted.filter((known) => typosOfPrefix(word, known) <= maxTypos)
    expect({ seed, found: similarWords(sorted, word, maxTypos) }).toEqual({ seed, found: expected })
  }
})
