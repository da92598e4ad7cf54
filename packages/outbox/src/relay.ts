import { tracingChannel } from 'node:diagnostics_channel'
import type { FastifyBaseLogger } from 'fastify'
import {
  type Backlog,
  type ClaimedEntry,
  DeliveryFailed,
  type OutboxStore,
  type TopicName,
} from './outbox.ts'

/** Polling finds entries whose retry is due and entries that another process added. */
const POLL_MS = 1000

/** The diagnostics channel through which telemetry observes deliveries. */
const deliveries = tracingChannel<{ name: string; attributes: Record<string, string | number> }>(
  'nashta.outbox',
)

type RetryPolicy = {
  firstDelayMs: number
  longestDelayMs: number
  /** An entry that still fails when it is this old is given up. */
  giveUpAfterMs: number
}

export type Topic = {
  readonly name: TopicName
  /** How many entries one delivery takes. */
  readonly batchSize: number
  /** How many deliveries run at once. */
  readonly concurrency: number
  /** How long an added entry waits for others, so that they share one claim and one delivery. */
  readonly gatherMs: number
  readonly timeoutMs: number
  readonly retry: RetryPolicy
  /** After a failure: retry the entry later and deliver others meanwhile, or pause the topic to keep its order. */
  readonly onFailure: 'retry entry' | 'pause topic'
  /** The probe fails when an entry has been due for longer than this; null when the probe ignores the topic. */
  readonly overdueMs: number | null
  /** Resolves once the destination has stored the entries. It may get an entry more than once. */
  deliver(entries: readonly ClaimedEntry[]): Promise<void>
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
  /** For how long the oldest due entry of any topic has been due. */
  overdueSeconds: () => Promise<number>
  /** Rejects when due entries are not attempted. A failed delivery does not make it reject: its entry is due later. */
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
  let scheduled = false
  let gathering: NodeJS.Timeout | undefined
  /** True when more entries may be due than the last claim could get: the end of a delivery then wakes the loop. */
  let isBehind = false
  let pausedUntil = 0
  /** How many pauses there were since the last delivery that succeeded. */
  let pauses = 0
  let closed = false
  /** The last claim: claims run one after the other. */
  let claiming = Promise.resolve()

  /** Claims in a later tick, when the write that woke the loop is committed. Many calls in one tick make one claim. */
  function wake() {
    if (scheduled || closed) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      claiming = claiming.then(claim)
    })
  }

  /** Wakes after `gatherMs`, so that entries that are added meanwhile share the claim. */
  function wakeSoon() {
    if (gathering || closed) return
    gathering = setTimeout(() => {
      gathering = undefined
      wake()
    }, topic.gatherMs)
    gathering.unref()
  }

  async function claim() {
    const freeDeliveries = topic.concurrency - inFlight.size
    isBehind = freeDeliveries <= 0
    const time = now()
    if (closed || isBehind || time.getTime() < pausedUntil) return
    const limit = freeDeliveries * topic.batchSize
    // Twice the timeout, so that a delivery has ended before another process may claim its entries.
    const leaseUntil = new Date(time.getTime() + 2 * topic.timeoutMs)
    try {
      const due = await outbox.claim({ topic: topic.name, limit, now: time, leaseUntil })
      if (due.length > 0) logger.debug({ count: due.length }, `${topic.name}: claimed`)
      for (let start = 0; start < due.length; start += topic.batchSize) {
        dispatch(due.slice(start, start + topic.batchSize))
      }
      isBehind = due.length === limit
      // Fewer entries than the limit are no proof that nothing else is due: other processes may have claimed some of those
      // that this claim found.
      if (due.length > 0 && !isBehind) wakeSoon()
    } catch (error) {
      logger.error({ err: error }, 'the outbox could not be read')
    }
  }

  function dispatch(entries: readonly ClaimedEntry[]) {
    const delivery = deliver(entries)
      .catch((error: unknown) => logger.error({ err: error }, 'the outbox could not be written'))
      .finally(() => {
        inFlight.delete(delivery)
        if (isBehind) wake()
      })
    inFlight.add(delivery)
  }

  async function deliver(entries: readonly ClaimedEntry[]) {
    try {
      await deliveries.tracePromise(
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
    pauses = 0
  }

  async function pause(entries: readonly ClaimedEntry[], error: unknown) {
    if (pauses === 0) logger.warn({ err: error }, `${topic.name} could not be delivered and will be retried`)
    const delayMs = retryDelay(topic.retry, pauses)
    logger.debug({ count: entries.length, ms: delayMs }, `${topic.name}: paused`)
    pausedUntil = now().getTime() + delayMs
    pauses += 1
    await outbox.release(entries)
  }

  async function retryOrGiveUp(entry: ClaimedEntry, error: unknown) {
    const time = now().getTime()
    const isTooOld = time - entry.addedAt.getTime() >= topic.retry.giveUpAfterMs
    const count = entry.failures + 1
    // The message of an unexpected error is not logged: it may contain the recipient's address.
    const reason = error instanceof DeliveryFailed ? error.code : 'unexpected error'
    if (isTooOld || (error instanceof DeliveryFailed && error.permanent)) {
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
      closed = true
      clearTimeout(gathering)
      await claiming
      await Promise.all(inFlight)
    },
  }
}

function retryDelay({ firstDelayMs, longestDelayMs }: RetryPolicy, earlierFailures: number) {
  return Math.min(firstDelayMs * 2 ** earlierFailures, longestDelayMs)
}

/** Limits the whole delivery. Idle timeouts do not end a connection whose server sends its response byte by byte. */
async function withTimeout(delivery: Promise<void>, timeoutMs: number) {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new DeliveryFailed('TIMEOUT', { permanent: false })), timeoutMs)
  try {
    await Promise.race([delivery, promise])
  } finally {
    clearTimeout(timer)
  }
}
