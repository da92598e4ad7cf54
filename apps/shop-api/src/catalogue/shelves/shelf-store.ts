import {
  createShelfIndex,
  FIRST_SHELVES,
  type Shelf,
  type ShelfIndex,
} from '@nashta/contracts/storefront/shelf-rules'
import type { Documents } from '@nashta/documents/documents'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import { type Authorship, type Changes, differences } from '../../operator-log/logged-change.ts'
import { logWrites } from '../../operator-log/operator-log.ts'
import { cacheDocument } from '../../shop/cached-document.ts'

const SHELVES_KEY = { pk: 'shop', sk: 'shelves' }

type StoredShelves = { shelves: readonly Shelf[] }

const FIRST_INDEX = createShelfIndex(FIRST_SHELVES)

/** The list of shelves. Before an operator has stored one, it is `FIRST_SHELVES`. */
export interface ShelfStore {
  /** Changed shelves are always a new object. A change by another process is seen a second later. */
  read(): Promise<ShelfIndex>

  /** The shelves that were last read or saved; the first ones before that. */
  current(): ShelfIndex

  /** Changes with the shelves; empty before the first read. */
  version(): string

  /**
   * Replaces the shelves with those that `decide` makes of the stored ones, and adds a log entry.
   * Equal shelves are neither stored nor logged. Throws `SHELVES_CHANGED` when `seen` is given and is
   * not the `shelvesVersion` of the stored ones. The check and the write are one transaction.
   */
  save(
    decide: (before: ShelfIndex) => Promise<readonly Shelf[]>,
    authorship: Authorship,
    seen?: string,
  ): Promise<ShelfIndex>
}

export function createShelfStore({ documents, now }: { documents: Documents; now: () => Date }): ShelfStore {
  const cached = cacheDocument<StoredShelves, ShelfIndex>({
    documents,
    key: SHELVES_KEY,
    now,
    toValue(stored) {
      const index = stored ? createShelfIndex(stored.shelves) : FIRST_INDEX
      return { value: index, version: shelvesVersion(index) }
    },
  })

  return {
    read: () => cached.read(),
    current: () => cached.value() ?? FIRST_INDEX,
    version: () => cached.version(),

    save: (decide, authorship, seen) =>
      documents.retryConflicts(async () => {
        const readAt = now().getTime()
        const stored = await cached.readStored()
        const before = stored ? createShelfIndex(stored.body.shelves) : FIRST_INDEX
        if (seen !== undefined && seen !== shelvesVersion(before)) throw shelvesChanged()
        const shelves = await decide(before)
        const changes = changesOf(before.shelves, shelves)
        if (Object.keys(changes).length === 0) return cached.setCurrent(stored, readAt)
        const body: StoredShelves = { shelves }
        await documents.commit([
          { put: { key: SHELVES_KEY, body }, seen: stored },
          ...logWrites({ ...authorship, kind: 'shop', subject: 'shelves', action: 'update', changes }),
        ])
        return cached.setCurrent({ body, version: (stored?.version ?? 0) + 1 }, readAt)
      }),
  }
}

/** The version that operators send in `If-Match`. */
export function shelvesVersion({ shelves }: ShelfIndex): string {
  return contentHash(JSON.stringify(shelves))
}

/** What the log says: each shelf that differs, under the name that it had, and a new order. */
function changesOf(before: readonly Shelf[], after: readonly Shelf[]): Changes {
  const pairs = after.map((to) => ({ from: before.find((shelf) => isSame(shelf, to)) ?? null, to }))
  const kept = new Set(pairs.map(({ from }) => from))
  const deleted = before.filter((shelf) => !kept.has(shelf)).map((from) => ({ from, to: null }))
  const changes: Changes = {}
  for (const { from, to } of [...pairs, ...deleted]) {
    const hasChanged = Object.keys(differences(from, to)).length > 0
    if (hasChanged) changes[(from ?? to)?.name ?? ''] = { from: loggedShelf(from), to: loggedShelf(to) }
  }
  const orderBefore = before.filter((shelf) => kept.has(shelf))
  const orderAfter = pairs.flatMap(({ from }) => from ?? [])
  if (orderBefore.some((shelf, index) => shelf !== orderAfter[index]))
    changes['order'] = { from: before.map(({ name }) => name), to: after.map(({ name }) => name) }
  return changes
}

/** A shelf with another address is known by its former one. */
function isSame(before: Shelf, after: Shelf): boolean {
  return before.slug === after.slug || after.former?.[0] === before.slug
}

function loggedShelf(shelf: Shelf | null) {
  if (shelf === null) return null
  const { former: _former, ...logged } = shelf
  return logged
}

function shelvesChanged() {
  return new ServiceError('SHELVES_CHANGED', 'The shelves have changed since; read them again')
}
