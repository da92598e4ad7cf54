import type { Document, DocumentKey, Documents } from '@nashta/documents/documents'
import { waitForRead } from '../wait-for-read.ts'

/**
 * The document in memory is used for this long after a read. So a change by another process is seen
 * up to a second later.
 */
const MAX_AGE_MS = 1_000

type Stored<Body> = Pick<Document<Body>, 'body' | 'version'> | null

export type CachedDocumentOptions<Body, Value> = {
  documents: Documents
  key: DocumentKey
  now: () => Date
  /** Makes the value of a stored document, or of none, and the version that changes with it. */
  toValue: (body: Body | null) => { value: Value; version: string }
}

/** One document that is read very often and changed rarely. */
export function cacheDocument<Body extends object, Value>({
  documents,
  key,
  now,
  toValue,
}: CachedDocumentOptions<Body, Value>) {
  let current: { value: Value; writes: number; version: string; readAt: number } | undefined

  const readStored = () => documents.get<Body>(key)

  /** An unchanged value stays the same object: callers of `read` compare values by identity. */
  function setCurrent(stored: Stored<Body>, readAt: number): Value {
    const writes = stored ? stored.version : -1
    // A read that began before an update may end after the update, with the old document.
    if (current && writes < current.writes) return current.value
    const { value, version } = toValue(stored?.body ?? null)
    current =
      current?.version === version ? { ...current, writes, readAt } : { value, writes, version, readAt }
    return current.value
  }

  return {
    /**
     * While storage cannot be read, the last known value is returned, however old it is. A changed
     * value is always a new object.
     */
    async read(): Promise<Value> {
      const readAt = now().getTime()
      // The age is negative after the clock was set back. Without `abs`, the value would then count
      // as new until the clock has caught up.
      if (current && Math.abs(readAt - current.readAt) < MAX_AGE_MS) return current.value
      const reading = readStored().then((stored) => setCurrent(stored, readAt))
      if (!current) return reading
      // If storage fails or is slow, the value of an earlier read is returned.
      await waitForRead(reading)
      return current.value
    },
    readStored,
    setCurrent,
    /** The value of the last read or update; undefined before that. */
    value: () => current?.value,
    /** Empty before the first read. */
    version: () => current?.version ?? '',
  }
}
