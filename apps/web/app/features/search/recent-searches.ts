import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { parseRecord, serialiseRecord } from '@nashta/browser/storage/storage-record'
import * as z from 'zod/mini'
import { SEARCH_MAX } from '../../texts/search-address.ts'

const RECENT_MAX = 5

const record = {
  key: 'nashta.searches',
  version: 1,
  schema: z.array(z.string().check(z.minLength(1), z.maxLength(SEARCH_MAX))),
}

/** The last searches in this browser, newest first. The store never sees them as a list. */
export function readRecentSearches(): string[] {
  return parseRecord(record, browserStorage('localStorage').getItem(record.key)) ?? []
}

export function saveRecentSearch(text: string) {
  const search = text.trim().slice(0, SEARCH_MAX)
  if (search === '') return
  const others = readRecentSearches().filter((each) => each.toLowerCase() !== search.toLowerCase())
  const recent = [search, ...others].slice(0, RECENT_MAX)
  browserStorage('localStorage').setItem(record.key, serialiseRecord(record, recent))
}

export function forgetRecentSearches() {
  browserStorage('localStorage').removeItem(record.key)
}
