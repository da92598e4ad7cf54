/**
 * Runs the work in one tab at a time. Over plain HTTP, and where storage is forbidden, the browser
 * has no Web Locks. Then the work runs without a lock.
 */
export async function withWebLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  let started = false
  try {
    return await navigator.locks.request(name, () => {
      started = true
      return work()
    })
  } catch (error) {
    if (started) throw error
    // The request for the lock failed, not the work.
    return work()
  }
}
