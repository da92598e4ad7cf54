import { ServiceError } from '../service-error.ts'

export type CallerLimitOptions = {
  /** How many calls run at once. Each belongs to another caller. */
  concurrent: number
  /** How many calls may wait; a further call fails immediately. */
  queued: number
  /** How many of them may belong to one caller. */
  queuedPerCaller: number
}

export type LimitedCall = {
  caller: string
  /** A call that is aborted before its start leaves the queue. */
  signal: AbortSignal
}

const RETRY_AFTER_SECONDS = 5

/**
 * A semaphore for heavy work. One caller runs one call at a time, so that one caller cannot take
 * all places.
 */
export function createCallerLimit({ concurrent, queued, queuedPerCaller }: CallerLimitOptions) {
  const running = new Set<string>()
  const queue: { caller: string; start: () => void }[] = []

  const mayStart = (caller: string) => running.size < concurrent && !running.has(caller)

  function waitForStart({ caller, signal }: LimitedCall) {
    const queuedOfCaller = queue.filter((waiting) => waiting.caller === caller).length
    if (queue.length >= queued || queuedOfCaller >= queuedPerCaller)
      throw new ServiceError('UNAVAILABLE', 'Too many people are asking at once; please try again', {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    return new Promise<void>((resolve, reject) => {
      const waiting = { caller, start: resolve }
      queue.push(waiting)
      signal.addEventListener(
        'abort',
        () => {
          const index = queue.indexOf(waiting)
          if (index !== -1) queue.splice(index, 1)
          reject(new ServiceError('REQUEST_TIMEOUT', 'The connection was closed'))
        },
        { once: true },
      )
    })
  }

  function startNext() {
    const index = queue.findIndex(({ caller }) => mayStart(caller))
    const [next] = index === -1 ? [] : queue.splice(index, 1)
    if (!next) return
    // The place is taken at once, because the call itself continues in a later tick.
    running.add(next.caller)
    next.start()
  }

  return async function runLimited<T>(call: LimitedCall, work: () => Promise<T>): Promise<T> {
    const { caller } = call
    if (mayStart(caller)) running.add(caller)
    else await waitForStart(call)

    try {
      return await work()
    } finally {
      running.delete(caller)
      startNext()
    }
  }
}
