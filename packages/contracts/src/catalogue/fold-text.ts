// The combining marks of Latin, Greek and Cyrillic letters. Those of Indian scripts stay, because
// they are vowels.
const ACCENTS = /[\u0300-\u036f]/g
const WHITE_SPACE = /\s+/g
const APOSTROPHES = /['’ʼ]/g
/** A text without accents, as most are. It is folded faster. */
const ASCII = /^[ -~]*$/
/** Letters, combining marks, digits, and symbols such as emoji. */
const WORD = /[\p{L}\p{M}\p{N}\p{So}]+/gu

/** The text as search compares it: without case and accents, its terms separated by single spaces. */
export function foldText(text: string): string {
  // Upper case first: it turns ß into SS, so that "ß" and "ss" become the same.
  const folded = ASCII.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKD').toUpperCase().toLowerCase().replace(ACCENTS, '')
  return folded.replace(WHITE_SPACE, ' ').trim()
}

/** The words of a text, folded and without punctuation. */
export function foldWords(text: string): string[] {
  return foldText(text).replace(APOSTROPHES, '').match(WORD) ?? []
}
