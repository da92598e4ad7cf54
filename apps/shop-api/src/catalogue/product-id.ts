import { foldWords } from './fold-text.ts'

const SLUG_MAX_LENGTH = 60

/** Readable in an address, and nobody else's: the suffix is random. */
export function newProductId(name: string, suffix: string): string {
  const words = foldWords(name).filter((word) => /^[a-z\d]+$/.test(word))
  const slug = words.join('-').slice(0, SLUG_MAX_LENGTH).replace(/-$/, '')
  return `${slug || 'product'}-${suffix}`
}
