// How search compares words that are written in more than one way: in the plural, in Devanagari, or
// with other Latin letters for the same sound.

const ENDINGS: readonly [RegExp, string][] = [
  // "berry" and "berries", "cookie" and "cookies"
  [/(ies|ie|y)$/u, 'i'],
  [/(s|x|z|ch|sh)es$/u, '$1'],
  [/([^su])s$/u, '$1'],
]
/** Shorter words, such as "gas", are no plurals. */
const PLURAL_FROM_LENGTH = 4

/** The word without the ending of an English plural: "laddoos" and "laddoo" have one stem. */
export function stemOf(word: string): string {
  if (word.length < PLURAL_FROM_LENGTH) return word
  const [ending, singular] = ENDINGS.find(([pattern]) => pattern.test(word)) ?? []
  return ending && singular !== undefined ? word.replace(ending, singular) : word
}

/** Devanagari letters and the Latin ones of their sound. Aspirated consonants have no h. */
const LATIN_OF = new Map(
  [
    'k क ख',
    'g ग घ',
    'n ङ ञ ण न ं ँ',
    'ch च छ',
    'j ज झ',
    't ट ठ त थ',
    'd ड ढ द ध',
    'p प',
    'f फ',
    'b ब भ',
    'm म',
    'y य',
    'r र',
    'l ल ळ',
    'v व',
    's श ष स',
    'h ह',
    'a अ आ ा',
    'i इ ई ि ी',
    'u उ ऊ ु ू',
    'ri ऋ ृ',
    'e ए ऐ े ै',
    'o ऑ ओ औ ॉ ो ौ',
  ].flatMap((line) => {
    const [latin = '', ...letters] = line.split(' ')
    return letters.map((letter) => [letter, latin] as const)
  }),
)
const DEVANAGARI = /\p{Script=Devanagari}/gu

/** Latin spellings of one sound, the longer ones first. "1" stands for ch while c becomes k or s. */
const SOUNDS: readonly [RegExp, string][] = [
  [/ch+/gu, '1'],
  [/c(?=[eiy])/gu, 's'],
  [/c/gu, 'k'],
  [/1/gu, 'c'],
  [/ph/gu, 'f'],
  [/([bdgjkst])h/gu, '$1'],
  [/q/gu, 'k'],
  [/w/gu, 'v'],
  [/z/gu, 'j'],
  [/oo|ou/gu, 'u'],
  [/ee/gu, 'i'],
  [/a+[iy]/gu, 'e'],
  [/a+[uw]/gu, 'o'],
  // A short a is not written in Devanagari, and often not spoken.
  [/(?<=.)a/gu, ''],
  [/y$/u, 'i'],
  [/(.)\1+/gu, '$1'],
]
const ONLY_LATIN = /^[a-z]+$/u
/** A shorter key is the same for too many words. */
const KEY_LENGTH_MIN = 2

/**
 * What a folded word sounds like: "laddoo", "ladu" and "लड्डू" have one key. Null for a word with
 * letters of other scripts, or with too few letters.
 */
export function soundKeyOf(word: string): string | null {
  const latin = word.replace(DEVANAGARI, (letter) => LATIN_OF.get(letter) ?? '')
  if (!ONLY_LATIN.test(latin)) return null
  const key = SOUNDS.reduce((text, [pattern, sound]) => text.replace(pattern, sound), stemOf(latin))
  return key.length < KEY_LENGTH_MIN ? null : key
}
