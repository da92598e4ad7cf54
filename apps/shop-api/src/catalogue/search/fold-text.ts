// Only the combining marks of Latin, Greek and Cyrillic letters: in Indian scripts combining marks are vowels.
const ACCENTS_AND_APOSTROPHES = /[\u0300-\u036f'’ʼ]/g
/** Letters, combining marks, digits, and symbols such as emoji. */
const WORD = /[\p{L}\p{M}\p{N}\p{So}]+/gu

/** The words of a text without case, accents and punctuation, as search compares them. */
export function foldWords(text: string): string[] {
  // Upper case first: it turns ß into SS, so that "ß" and "ss" become the same.
  const folded = text.normalize('NFKD').toUpperCase().toLowerCase().replace(ACCENTS_AND_APOSTROPHES, '')
  return folded.match(WORD) ?? []
}

export function foldText(text: string): string {
  return foldWords(text).join(' ')
}

/** The folded category, or the category itself when folding leaves nothing of it, as of "!!!". */
export function foldCategory(category: string): string {
  return foldText(category) || category
}
