import { ServiceError } from '../http/service-error.ts'

export type TurnsOptions = {
  /** How many work at once. */
  places: number
  /** How many may wait for a place; who comes after is refused at once. */
  waiting: number
}

/** Lets heavy work through a few at a time, so that a crowd cannot take all the memory. */
export function createTurns({ places, waiting }: TurnsOptions) {
  const queue: (() => void)[] = []
  let free = places

  return async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve))
    else throw new ServiceError('UNAVAILABLE', 'Too many people are asking at once; please try again')

    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}
