import { tracingChannel } from 'node:diagnostics_channel'
import type { FastifyBaseLogger } from 'fastify'
import {
  type Backlog,
  type ClaimedEntry,
  DeliveryDelayed,
  DeliveryFailed,
  type OutboxStore,
  type ReadableEntry,
  type TopicName,
} from './outbox.ts'

/** Polling finds entries whose retry is due and entries that another process added. */
const POLL_MS = 1000

/** The diagnostics channel through which telemetry observes deliveries. */
const traceChannel = tracingChannel<{ name: string; attributes: Record<string, string | number> }>(
  'nashta.outbox',
)

type RetryDelays = { firstDelayMs: number; longestDelayMs: number }

export type Topic = {
  readonly name: TopicName
  /** How many entries one delivery takes at most. */
  readonly batchSize: number
  /** How many deliveries run at once. */
  readonly concurrency: number
  /** How long an added entry waits for others, so that they share one claim and one delivery. */
  readonly gatherMs: number
  readonly timeoutMs: number
  readonly retry: RetryDelays
  /**
   * What the relay does after a failed delivery. `retry entry` delivers other entries before the
   * retry. `pause topic` delivers no other entries, so that no entry overtakes an earlier entry.
   */
  readonly onFailure: 'retry entry' | 'pause topic'
  /** A `retry entry` topic gives up an entry that still fails at this age. */
  readonly giveUpAfterMs: number
  /** The probe fails when an entry is due for longer than this. With null, it ignores the topic. */
  readonly overdueMs: number | null
  /**
   * Resolves once the destination has stored the entries. The destination may get an entry more
   * than once.
   */
  deliver(entries: readonly ReadableEntry[]): Promise<void>
}

export type RelayDeps = {
  outbox: OutboxStore
  topics: readonly Topic[]
  logger: FastifyBaseLogger
  now: () => Date
}

export type Relay = {
  /** Claims and delivers due entries now, without waiting for the next poll. */
  wake: () => void
  backlog: (topic: TopicName) => Promise<Backlog>
  /** For how long the oldest due entry of any topic has been due; 0 when none is due. */
  overdueSeconds: () => Promise<number>
  /**
   * Rejects when an entry has been due for longer than the `overdueMs` of its topic. A failed entry
   * of a `retry entry` topic is not due until its retry. A failed entry of a `pause topic` topic
   * stays due.
   */
  probe: () => Promise<void>
  /** Starts no more deliveries and waits for those in flight. */
  close: () => Promise<void>
}

/** Delivers every due entry at least once. Each topic has its own loop, so that no topic delays another. */
export function startRelay({ outbox, topics, logger, now }: RelayDeps): Relay {
  const loops = topics.map((topic) => ({ topic, ...startLoop(topic, { outbox, logger, now }) }))
  const wake = () => loops.forEach((loop) => loop.wake())

  outbox.onAdded((name) => loops.find(({ topic }) => topic.name === name)?.wakeSoon())
  const timer = setInterval(wake, POLL_MS)
  timer.unref()
  wake()

  return {
    wake,
    backlog: (topic) => outbox.backlog(topic),
    async overdueSeconds() {
      const backlogs = await Promise.all(topics.map(({ name }) => outbox.backlog(name)))
      const earliest = Math.min(...backlogs.map(({ earliestDue }) => earliestDue?.getTime() ?? Infinity))
      return Math.max(0, (now().getTime() - earliest) / 1000)
    },
    async probe() {
      for (const { name, overdueMs } of topics) {
        if (overdueMs === null) continue
        const { pending, earliestDue } = await outbox.backlog(name)
        if (earliestDue && now().getTime() - earliestDue.getTime() > overdueMs) {
          throw new Error(
            `${pending} entries of ${name} are pending, the first since ${earliestDue.toISOString()}`,
          )
        }
      }
    },
    async close() {
      clearInterval(timer)
      await Promise.all(loops.map((loop) => loop.close()))
    },
  }
}

function startLoop(topic: Topic, { outbox, logger, now }: Omit<RelayDeps, 'topics'>) {
  const inFlight = new Set<Promise<void>>()
  let isScheduled = false
  let gatherTimer: NodeJS.Timeout | undefined
  /** Whether the end of a delivery starts a claim, because the last claim had no room for more. */
  let claimsAfterDelivery = false
  let pausedUntil = 0
  /** The number of pauses since the last successful delivery. */
  let pauseCount = 0
  let isClosed = false
  /** The next claim starts after this one, so that claims run one after the other. */
  let lastClaim = Promise.resolve()

  /** Schedules a claim for a later tick, so that several calls in one tick make one claim. */
  function wake() {
    if (isScheduled || isClosed) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      lastClaim = lastClaim.then(claim)
    })
  }

  /** Wakes after `gatherMs`, so that entries that are added meanwhile share the claim. */
  function wakeSoon() {
    if (gatherTimer || isClosed) return
    gatherTimer = setTimeout(() => {
      gatherTimer = undefined
      wake()
    }, topic.gatherMs)
    gatherTimer.unref()
  }

  async function claim() {
    const freeDeliveries = topic.concurrency - inFlight.size
    const isBusy = freeDeliveries <= 0
    claimsAfterDelivery = isBusy
    const time = now()
    const isPaused = time.getTime() < pausedUntil
    if (isClosed || isBusy || isPaused) return
    const limit = freeDeliveries * topic.batchSize
    // Twice the timeout, so that a delivery has ended before another process may claim its entries.
    const leaseUntil = new Date(time.getTime() + 2 * topic.timeoutMs)
    try {
      const due = await outbox.claim({ topic: topic.name, limit, now: time, leaseUntil })
      if (due.length > 0) logger.debug({ count: due.length }, `${topic.name}: claimed`)
      const readable = due.filter(isReadable)
      for (let start = 0; start < readable.length; start += topic.batchSize) {
        track(deliver(readable.slice(start, start + topic.batchSize)))
      }
      const unreadable = due.filter((entry) => !isReadable(entry))
      if (unreadable.length > 0) track(failUnreadable(unreadable))
      const isLimitReached = due.length === limit
      claimsAfterDelivery = isLimitReached
      // A claim below its limit may have missed due entries. For example, a claim with the limit 10
      // reads 10 entries, and another process claims 4 of the 10 entries first.
      if (due.length > 0 && !isLimitReached) wakeSoon()
    } catch (error) {
      logger.error({ err: error }, 'the outbox could not be read')
    }
  }

  function track(work: Promise<void>) {
    const delivery = work
      .catch((error: unknown) => logger.error({ err: error }, 'the outbox could not be written'))
      .finally(() => {
        inFlight.delete(delivery)
        if (claimsAfterDelivery) wake()
      })
    inFlight.add(delivery)
  }

  async function deliver(entries: readonly ReadableEntry[]) {
    try {
      await traceChannel.tracePromise(
        async () => {
          await withTimeout(topic.deliver(entries), topic.timeoutMs)
        },
        { name: `deliver ${topic.name}`, attributes: { 'messaging.destination.name': topic.name } },
      )
    } catch (error) {
      if (topic.onFailure === 'pause topic') await pause(entries, error)
      else for (const entry of entries) await retryOrGiveUp(entry, error)
      return
    }
    await outbox.complete(entries, now())
    logger.debug({ count: entries.length }, `${topic.name}: delivered`)
    pauseCount = 0
  }

  async function pause(entries: readonly ClaimedEntry[], error: unknown) {
    if (pauseCount === 0) {
      logger.warn({ err: error }, `${topic.name} could not be delivered and will be retried`)
    }
    const delayMs = retryDelay(topic.retry, pauseCount)
    logger.debug({ count: entries.length, ms: delayMs }, `${topic.name}: paused`)
    pausedUntil = now().getTime() + delayMs
    pauseCount += 1
    await outbox.release(entries)
  }

  /**
   * Retries the entries, because the store may have been started with a wrong key. A topic that
   * pauses cannot retry a single entry, so its entries are given up.
   */
  async function failUnreadable(unreadable: readonly ClaimedEntry[]) {
    const error = new DeliveryFailed('UNREADABLE', { isPermanent: topic.onFailure === 'pause topic' })
    for (const entry of unreadable) await retryOrGiveUp(entry, error)
  }

  async function retryOrGiveUp(entry: ClaimedEntry, error: unknown) {
    if (error instanceof DeliveryDelayed) {
      logger.info({ part: entry.kind }, `${topic.name} waits until ${error.until.toISOString()}`)
      return outbox.retry(entry, error.until)
    }
    const time = now().getTime()
    const isTooOld = time - entry.addedAt.getTime() >= topic.giveUpAfterMs
    const count = entry.failures + 1
    // The message of an unexpected error is not logged: it may contain the recipient's address.
    const reason = error instanceof DeliveryFailed ? error.code : 'unexpected error'
    if (isTooOld || (error instanceof DeliveryFailed && error.isPermanent)) {
      logger.error({ part: entry.kind, count }, `${topic.name} could not be delivered: ${reason}`)
      await outbox.giveUp(entry, new Date(time))
    } else {
      logger.warn(
        { part: entry.kind, count },
        `${topic.name} was not delivered and will be retried: ${reason}`,
      )
      const delayMs = retryDelay(topic.retry, entry.failures)
      logger.debug({ part: entry.kind, ms: delayMs }, `${topic.name}: retry delayed`)
      await outbox.retry(entry, new Date(time + delayMs))
    }
  }

  return {
    wake,
    wakeSoon,
    async close() {
      isClosed = true
      clearTimeout(gatherTimer)
      await lastClaim
      await Promise.all(inFlight)
    },
  }
}

function isReadable(entry: ClaimedEntry): entry is ReadableEntry {
  return entry.payload !== null
}

function retryDelay({ firstDelayMs, longestDelayMs }: RetryDelays, earlierFailures: number) {
  return Math.min(firstDelayMs * 2 ** earlierFailures, longestDelayMs)
}

/**
 * Rejects when the whole delivery takes too long. Idle timeouts are not enough: they never fire
 * while a server sends its response byte by byte.
 */
async function withTimeout(delivery: Promise<void>, timeoutMs: number) {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const rejectTimeout = () => reject(new DeliveryFailed('TIMEOUT', { isPermanent: false }))
  const timer = setTimeout(rejectTimeout, timeoutMs)
  try {
    await Promise.race([delivery, timeout])
  } finally {
    clearTimeout(timer)
  }
}
