import { readRecord, writeRecord } from '@nashta/browser/storage-record'
import type { CurrentUser, Tokens } from '@nashta/browser/user'
import { currentUserRecord, tokensRecord } from '../../data/storage-records.ts'

export type KeptSession = { user: CurrentUser; tokens: Tokens }

export type StoredSession = ReturnType<typeof createStoredSession>

/** What of the browser's storage is needed. */
type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The session over reloads. Storage that is full, forbidden or not there forgets, and never throws. */
export function createStoredSession(storage: Shelf | null) {
  const textOf = ({ key }: { key: string }) => attempt(() => storage?.getItem(key) ?? null)
  const readUser = () => readRecord(currentUserRecord, textOf(currentUserRecord))

  return {
    /** Null unless both records are whole. */
    read(): KeptSession | null {
      const user = readUser()
      const tokens = readRecord(tokensRecord, textOf(tokensRecord))
      return user && tokens ? { user, tokens } : null
    },
    write({ user, tokens }: KeptSession) {
      attempt(() => {
        // Nobody's tokens ever stand beside another's name, wherever this breaks off.
        if (readUser()?.sub !== user.sub) storage?.removeItem(tokensRecord.key)
        storage?.setItem(currentUserRecord.key, writeRecord(currentUserRecord, user))
        storage?.setItem(tokensRecord.key, writeRecord(tokensRecord, tokens))
      })
    },
    clear() {
      for (const { key } of [tokensRecord, currentUserRecord]) attempt(() => storage?.removeItem(key))
    },
  }
}

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
