import type { Representation } from '@nashta/service-kit/responses/representation'
import type { Stamp } from './live-catalogue.ts'

/** How far an answer may lag behind stock and sales order. */
const SOFT_LAG_MS = 1000
/** And no more than a twentieth of the time is spent on writing it anew for these alone. */
const SOFT_LAG_PER_WRITING = 20

/** From what an answer was written, and when. */
export type Written = {
  stamp: Stamp
  startedAt: number
  /** Undefined while it is being written. */
  writtenAt: number | undefined
}

export type KeptAnswer = Written & {
  answer: Promise<Representation>
  /** The same once it is written. */
  atHand: Representation | undefined
}

export function keepAnswer(
  stamp: Stamp,
  write: () => Promise<Representation>,
  time: () => number,
): KeptAnswer {
  const kept: KeptAnswer = {
    stamp,
    startedAt: time(),
    writtenAt: undefined,
    answer: write(),
    atHand: undefined,
  }
  kept.answer.then(
    (answer) => {
      kept.writtenAt = time()
      kept.atHand = answer
    },
    () => {},
  )
  return kept
}

/** What is offered is always as it is now; stock and sales order may be a moment old. */
export function isFresh(
  { stamp, startedAt, writtenAt }: Written,
  latest: Stamp,
  time: () => number,
): boolean {
  if (stamp.content !== latest.content) return false
  if (stamp.soft === latest.soft || writtenAt === undefined) return true
  return time() - startedAt < Math.max(SOFT_LAG_MS, SOFT_LAG_PER_WRITING * (writtenAt - startedAt))
}
