/**
 * Requests that come while a commit is in flight share the next one, so that many hand-overs at once do
 * not wait for each other's commits. Only requests with the same key share one.
 */
export function createCommitQueue<Request, Result>(
  max: number,
  commit: (key: string, requests: readonly Request[]) => Promise<Result>,
) {
  type Waiting = { request: Request; resolve: (result: Result) => void; reject: (error: unknown) => void }
  const queues = new Map<string, Waiting[]>()

  async function workOff(key: string, queue: Waiting[]) {
    while (queue.length > 0) {
      const batch = queue.splice(0, max)
      try {
        const result = await commit(
          key,
          batch.map(({ request }) => request),
        )
        for (const { resolve } of batch) resolve(result)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    queues.delete(key)
  }

  return {
    add(key: string, request: Request): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const waiting = { request, resolve, reject }
      const queue = queues.get(key)
      if (queue) {
        queue.push(waiting)
      } else {
        const started = [waiting]
        queues.set(key, started)
        void workOff(key, started)
      }
      return promise
    },
  }
}
