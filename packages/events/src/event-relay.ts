import { SHOP_EVENTS_MAX } from '@nashta/contracts/constants'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { FastifyBaseLogger } from 'fastify'
import type { EventOutbox } from './event-outbox.ts'

/** Many events share a call and its commits; a suggestion may be this much behind. */
const GATHER_MS = 500
const RETRY_FIRST_MS = 1000
const RETRY_MAX_MS = 60_000

export type EventRelayDeps = {
  outbox: EventOutbox
  /** Resolves once the events are safe where they went; rejects when that is not certain. */
  tell: (events: readonly ShopEvent[]) => Promise<void>
  logger: FastifyBaseLogger
}

export type EventRelay = {
  /** Tells all that wait, now. */
  flush: () => Promise<void>
  /** Finishes the call under way. What still waits is told after the next start. */
  close: () => Promise<void>
}

/** Tells what waits, at least once each and in order. While nobody listens it all stays where it is. */
export function startEventRelay({ outbox, tell, logger }: EventRelayDeps): EventRelay {
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> | undefined
  let failures = 0
  /** Something was added since we looked. */
  let news = false
  let closed = false

  function wakeIn(ms: number) {
    if (timer || closed) return
    timer = setTimeout(() => {
      timer = undefined
      void flush()
    }, ms)
    timer.unref()
  }

  function flush() {
    telling ??= tellAll().finally(() => {
      telling = undefined
    })
    return telling
  }

  /** False when nothing is left but what came meanwhile, which may gather. */
  async function tellSome() {
    news = false
    const { events, done } = await outbox.waiting(SHOP_EVENTS_MAX)
    if (closed || events.length === 0) return false
    await tell(events)
    await done()
    failures = 0
    return events.length === SHOP_EVENTS_MAX
  }

  async function tellAll() {
    try {
      while (await tellSome());
      if (news) wakeIn(GATHER_MS)
    } catch (error) {
      if (failures === 0) logger.warn({ err: error }, 'events could not be told and wait')
      wakeIn(Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_MAX_MS))
      failures += 1
    }
  }

  outbox.onAdded(() => {
    news = true
    // While nobody listens, the next try is due when it is due.
    if (failures === 0) wakeIn(GATHER_MS)
  })
  wakeIn(0)

  return {
    flush,
    async close() {
      closed = true
      clearTimeout(timer)
      await telling
    },
  }
}
