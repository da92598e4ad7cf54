import {
  createKnownWords,
  firstKnownWords,
  type KnownWords,
} from '@nashta/contracts/catalogue/search/search-meaning'
import { FIRST_SYNONYMS } from '@nashta/contracts/catalogue/search/search-synonyms'
import type { Synonym } from '@nashta/contracts/catalogue/search/synonym-rules'
import type { Documents } from '@nashta/documents/documents'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { Authorship, Changes } from '../../operator-log/logged-change.ts'
import { logWrites } from '../../operator-log/operator-log.ts'
import { cacheDocument } from '../../shop/cached-document.ts'

const SYNONYMS_KEY = { pk: 'shop', sk: 'synonyms' }

type StoredSynonyms = { synonyms: readonly Synonym[] }

/** The list of synonyms, and what the search knows by it. */
export type Synonyms = { synonyms: readonly Synonym[]; words: KnownWords; version: string }

/** The words that the search takes for each other. Before an operator has stored some, `FIRST_SYNONYMS`. */
export interface SynonymStore {
  /** A changed list is always a new object. A change by another process is seen a second later. */
  read(): Promise<Synonyms>

  /** The list that was last read or saved; the first one before that. */
  current(): Synonyms

  /** Changes with the list; empty before the first read. */
  version(): string

  /**
   * Replaces the list and adds a log entry. An equal list is neither stored nor logged. Throws
   * `SYNONYMS_CHANGED` when `seen` is given and is not the version of the stored list. The check and
   * the write are one transaction.
   */
  save(synonyms: readonly Synonym[], authorship: Authorship, seen?: string): Promise<Synonyms>
}

const FIRST: Synonyms = {
  synonyms: FIRST_SYNONYMS,
  get words() {
    return firstKnownWords()
  },
  version: versionOf(FIRST_SYNONYMS),
}

export function createSynonymStore(deps: { documents: Documents; now: () => Date }): SynonymStore {
  const { documents, now } = deps
  const cached = cacheDocument<StoredSynonyms, Synonyms>({
    documents,
    key: SYNONYMS_KEY,
    now,
    toValue(stored) {
      const value = stored ? toSynonyms(stored.synonyms) : FIRST
      return { value, version: value.version }
    },
  })

  return {
    read: () => cached.read(),
    current: () => cached.value() ?? FIRST,
    version: () => cached.version(),

    save: (synonyms, authorship, seen) =>
      documents.retryConflicts(async () => {
        const readAt = now().getTime()
        const stored = await cached.readStored()
        const before = stored?.body.synonyms ?? FIRST_SYNONYMS
        if (seen !== undefined && seen !== versionOf(before)) throw synonymsChanged()
        const changes = changesOf(before, synonyms)
        if (versionOf(before) === versionOf(synonyms)) return cached.setCurrent(stored, readAt)
        const body: StoredSynonyms = { synonyms }
        await documents.commit([
          { put: { key: SYNONYMS_KEY, body }, seen: stored },
          ...logWrites({ ...authorship, kind: 'shop', subject: 'synonyms', action: 'update', changes }),
        ])
        return cached.setCurrent({ body, version: (stored?.version ?? 0) + 1 }, readAt)
      }),
  }
}

/** Undefined for `FIRST_SYNONYMS`: pages have them in their code, and load only other ones. */
export function ownVersion({ version }: Synonyms): string | undefined {
  return version === FIRST.version ? undefined : version
}

function toSynonyms(synonyms: readonly Synonym[]): Synonyms {
  const version = versionOf(synonyms)
  return version === FIRST.version ? FIRST : { synonyms, words: createKnownWords(synonyms), version }
}

/** The version that operators send in `If-Match`. */
function versionOf(synonyms: readonly Synonym[]): string {
  return contentHash(JSON.stringify(synonyms.map(({ searched, finds }) => [searched, finds])))
}

/** What the log says: each line that differs, by its first phrase. A moved line is no change of it. */
function changesOf(before: readonly Synonym[], after: readonly Synonym[]): Changes {
  const [from, to] = [linesByPhrase(before), linesByPhrase(after)]
  const changes: Changes = {}
  for (const phrase of new Set([...from.keys(), ...to.keys()])) {
    const [was, is] = [from.get(phrase) ?? null, to.get(phrase) ?? null]
    if (was !== is) changes[phrase] = { from: was, to: is }
  }
  return changes
}

/** Lines as texts such as `kaju, cashew` and `sweet → laddoo, barfi`. */
function linesByPhrase(synonyms: readonly Synonym[]): Map<string, string> {
  const lines = new Map<string, string>()
  for (const { searched, finds } of synonyms) {
    const line = searched.join(', ') + (finds ? ` → ${finds.join(', ')}` : '')
    const phrase = searched[0] ?? ''
    lines.set(phrase, [lines.get(phrase), line].filter((text) => text !== undefined).join('; '))
  }
  return lines
}

function synonymsChanged() {
  return new ServiceError('SYNONYMS_CHANGED', 'The synonyms have changed since; read them again')
}
