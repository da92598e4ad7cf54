// The marks of Latin, Greek and Cyrillic letters only: in Indian scripts marks are vowels.
const ACCENTS_AND_APOSTROPHES = /[\u0300-\u036f'’ʼ]/g
const WORD = /[\p{L}\p{M}\p{N}\p{So}]+/gu

/** The words of a text as search compares them: without case, accents and punctuation. */
export function foldWords(text: string): string[] {
  // Up, then down: some letters, such as ß, have their pair in one direction only.
  const folded = text.toUpperCase().toLowerCase().normalize('NFKD').replace(ACCENTS_AND_APOSTROPHES, '')
  return folded.match(WORD) ?? []
}

export function foldText(text: string): string {
  return foldWords(text).join(' ')
}

/** A category without a single letter is still a category. */
export function foldCategory(category: string): string {
  return foldText(category) || category
}
