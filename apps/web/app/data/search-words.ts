import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { parseRecord, serialiseRecord } from '@nashta/browser/storage/storage-record'
import { createKnownWords, type KnownWords } from '@nashta/contracts/catalogue/search/search-meaning'
import { getSynonyms } from '@nashta/contracts/catalogue/search/synonyms'
import type * as z from 'zod/mini'
import { fetchShop } from './fetch-shop.ts'

// The shop's own synonyms, for searches in the saved list. Without any, the search knows those of a new shop.

const record = {
  key: 'nashta.synonyms',
  version: 1,
  schema: getSynonyms.reply.shape.data,
}

type Saved = z.infer<typeof record.schema>

let known: { version: string; words: KnownWords } | null | undefined

/** Undefined for the words of a new shop. */
export function knownWords(): KnownWords | undefined {
  known ??= wordsOf(parseRecord(record, browserStorage('localStorage').getItem(record.key)))
  return known?.words
}

/** Follows the version that the list of products names. A list that cannot be fetched is tried with the next poll. */
export async function followSynonyms(version: string | undefined) {
  knownWords()
  if (version === known?.version) return
  const storage = browserStorage('localStorage')
  if (version === undefined) {
    known = null
    storage.removeItem(record.key)
    return
  }
  const fetched = await fetchShop(getSynonyms).catch(() => null)
  if (!fetched) return
  known = wordsOf(fetched.data)
  storage.setItem(record.key, serialiseRecord(record, fetched.data))
}

function wordsOf(saved: Saved | null) {
  return saved && { version: saved.version, words: createKnownWords(saved.synonyms) }
}
