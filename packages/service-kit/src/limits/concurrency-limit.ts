import { ServiceError } from '../service-error.ts'

export type ConcurrencyLimitOptions = {
  /** How many calls run at once. */
  concurrent: number
  /** How many calls may wait; a further call fails immediately. */
  queued: number
}

/** A semaphore for heavy work, so that many concurrent requests cannot use up the memory. */
export function createConcurrencyLimit({ concurrent, queued }: ConcurrencyLimitOptions) {
  const queue: (() => void)[] = []
  let freePermits = concurrent

  return async function runLimited<T>(work: () => Promise<T>): Promise<T> {
    if (freePermits > 0) freePermits -= 1
    else if (queue.length < queued) await new Promise<void>((resolve) => queue.push(resolve))
    else throw new ServiceError('UNAVAILABLE', 'Too many people are asking at once; please try again')

    try {
      return await work()
    } finally {
      // A queued call takes over the permit of the call that ended.
      const next = queue.shift()
      if (next) next()
      else freePermits += 1
    }
  }
}
