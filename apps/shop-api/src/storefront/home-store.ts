import type { Documents } from '@nashta/documents/documents'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import { type Authorship, type Changes, differences } from '../operator-log/logged-change.ts'
import { logWrites } from '../operator-log/operator-log.ts'
import { cacheDocument } from '../shop/cached-document.ts'
import { homeOf, NO_PUBLICATIONS, type Publications, publicationsAt } from './publications.ts'

const HOME_KEY = { pk: 'shop', sk: 'home' }

/** What operators have published as the home page. Before that, `NO_PUBLICATIONS`. */
export interface HomeStore {
  /** As of now. A change by another process is seen a second later. */
  read(): Promise<Publications>

  /** Changes with what shoppers see, also when a scheduled page becomes the home page. */
  version(): string

  /**
   * Stores what `change` makes of the publications, and adds a log entry. When it returns its
   * argument, nothing is stored. Throws `HOME_CHANGED` when `seen` is given and is not the
   * `homeVersion` of what is stored. The check and the write are one transaction.
   */
  change(
    change: (before: Publications, now: Date) => Publications,
    authorship: Authorship,
    seen?: string,
  ): Promise<Publications>
}

export function createHomeStore({ documents, now }: { documents: Documents; now: () => Date }): HomeStore {
  const cached = cacheDocument<Publications, Publications>({
    documents,
    key: HOME_KEY,
    now,
    toValue: (stored) => ({
      value: stored ?? NO_PUBLICATIONS,
      version: homeVersion(stored ?? NO_PUBLICATIONS),
    }),
  })

  /** Caches what a scheduled publication has made of the stored ones, because every request reads them. */
  let due: { stored: Publications; publications: Publications } | undefined

  function atThisTime(stored: Publications): Publications {
    if (due?.stored === stored) return due.publications
    const publications = publicationsAt(stored, now())
    if (publications !== stored) due = { stored, publications }
    return publications
  }

  return {
    read: async () => atThisTime(await cached.read()),

    version: () => homeVersion(atThisTime(cached.value() ?? NO_PUBLICATIONS)),

    change: (change, authorship, seen) =>
      documents.retryConflicts(async () => {
        const at = now()
        const stored = await cached.readStored()
        const before = publicationsAt(stored?.body ?? NO_PUBLICATIONS, at)
        if (seen !== undefined && seen !== homeVersion(before)) throw homeChanged()
        const after = change(before, at)
        if (after === before) return publicationsAt(cached.setCurrent(stored, at.getTime()), at)
        const entry = { ...authorship, kind: 'shop', subject: 'home', action: 'update' } as const
        await documents.commit([
          { put: { key: HOME_KEY, body: after }, seen: stored },
          ...logWrites({ ...entry, changes: changesOf(before, after) }),
        ])
        return cached.setCurrent({ body: after, version: (stored?.version ?? 0) + 1 }, at.getTime())
      }),
  }
}

const versions = new WeakMap<Publications, string>()

/** The version that operators send in `If-Match`. */
export function homeVersion(publications: Publications): string {
  const known = versions.get(publications)
  if (known !== undefined) return known
  const version = contentHash(JSON.stringify(publications))
  versions.set(publications, version)
  return version
}

/** What the log says: the parts of the page that differ, and the time of a later publication. */
function changesOf(before: Publications, after: Publications): Changes {
  const { scheduled } = after
  const page = scheduled && scheduled !== before.scheduled ? scheduled.home : homeOf(after)
  const [from, to] = [before.scheduled?.at ?? null, after.scheduled?.at ?? null]
  return {
    ...differences(homeOf(before), page),
    ...(from !== to && { publishedAt: { from, to } }),
  }
}

function homeChanged() {
  return new ServiceError('HOME_CHANGED', 'The home page has changed since; read it again')
}
