import type { Synonym } from '@nashta/contracts/catalogue/search/synonym-rules'

/** A line of synonyms as text fields: phrases are separated by commas. */
export type SynonymDraft = { id: string; searched: string; finds: string }

export function draftOf(synonyms: readonly Synonym[]): SynonymDraft[] {
  return synonyms.map(({ searched, finds = [] }, index) => ({
    id: `${index}`,
    searched: searched.join(', '),
    finds: finds.join(', '),
  }))
}

export function inputOf(lines: readonly SynonymDraft[]): { synonyms: Synonym[] } {
  return {
    synonyms: lines.map(({ searched, finds }) => {
      const meant = phrasesIn(finds)
      return { searched: phrasesIn(searched), ...(meant.length > 0 && { finds: meant }) }
    }),
  }
}

function phrasesIn(text: string): string[] {
  const phrases = text.split(',').map((phrase) => phrase.trim())
  return [...new Set(phrases)].filter((phrase) => phrase !== '')
}

/** Whether the line has the text in one of its phrases. */
export function hasPhrase({ searched, finds }: SynonymDraft, text: string): boolean {
  return `${searched},${finds}`.toLowerCase().includes(text.trim().toLowerCase())
}
