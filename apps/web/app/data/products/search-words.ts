import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { parseRecord, serialiseRecord } from '@nashta/browser/storage/storage-record'
import { createKnownWords, type KnownWords } from '@nashta/contracts/catalogue/search/search-meaning'
import { getSynonyms } from '@nashta/contracts/catalogue/search/synonyms'
import type * as z from 'zod/mini'
import { fetchShop } from '../calls/fetch-shop.ts'

// The shop's own synonyms, for searches in the saved list. Without any, the search knows those of a new shop.

const record = {
  key: 'nashta.synonyms',
  version: 1,
  schema: getSynonyms.reply.shape.data,
}

type Saved = z.infer<typeof record.schema>

/** The shop's synonyms as last read or fetched. Null when none are stored. */
let known: { version: string; words: KnownWords } | null = null

/** Undefined for the words of a new shop. */
export function knownWords(): KnownWords | undefined {
  return readKnown()?.words
}

function readKnown() {
  known ??= wordsOf(parseRecord(record, browserStorage('localStorage').getItem(record.key)))
  return known
}

/**
 * Fetches the synonyms when the list of products names another version of them. After a failed fetch, the next poll of
 * the list tries again.
 */
export async function followSynonyms(version: string | undefined) {
  if (version === readKnown()?.version) return
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
