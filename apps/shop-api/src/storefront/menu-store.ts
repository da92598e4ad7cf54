import { FIRST_MENUS, type Menus } from '@nashta/contracts/storefront/menu-rules'
import type { Documents } from '@nashta/documents/documents'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import { type Authorship, differences } from '../operator-log/logged-change.ts'
import { logWrites } from '../operator-log/operator-log.ts'
import { cacheDocument } from '../shop/cached-document.ts'

const MENUS_KEY = { pk: 'shop', sk: 'menus' }

/** The entries of header, phone menu and footer. Before an operator has stored some, `FIRST_MENUS`. */
export interface MenuStore {
  /** A change by another process is seen a second later. */
  read(): Promise<Menus>

  /** Changes with the menus; empty before the first read. */
  version(): string

  /**
   * Replaces the menus and adds a log entry. Equal menus are neither stored nor logged. Throws
   * `MENUS_CHANGED` when `seen` is given and is not the `menusVersion` of the stored ones. The check
   * and the write are one transaction.
   */
  save(menus: Menus, authorship: Authorship, seen?: string): Promise<Menus>
}

export function createMenuStore({ documents, now }: { documents: Documents; now: () => Date }): MenuStore {
  const cached = cacheDocument<Menus, Menus>({
    documents,
    key: MENUS_KEY,
    now,
    toValue(stored) {
      const menus = stored ?? FIRST_MENUS
      return { value: menus, version: menusVersion(menus) }
    },
  })

  return {
    read: () => cached.read(),
    version: () => cached.version(),

    save: (menus, authorship, seen) =>
      documents.retryConflicts(async () => {
        const readAt = now().getTime()
        const stored = await cached.readStored()
        const before = stored?.body ?? FIRST_MENUS
        if (seen !== undefined && seen !== menusVersion(before)) throw menusChanged()
        const changes = differences(before, menus)
        if (Object.keys(changes).length === 0) return cached.setCurrent(stored, readAt)
        await documents.commit([
          { put: { key: MENUS_KEY, body: menus }, seen: stored },
          ...logWrites({ ...authorship, kind: 'shop', subject: 'menus', action: 'update', changes }),
        ])
        return cached.setCurrent({ body: menus, version: (stored?.version ?? 0) + 1 }, readAt)
      }),
  }
}

/** The version that operators send in `If-Match`. */
export function menusVersion(menus: Menus): string {
  return contentHash(JSON.stringify(menus))
}

function menusChanged() {
  return new ServiceError('MENUS_CHANGED', 'The menus have changed since; read them again')
}
