import type { FastifyBaseLogger } from 'fastify'
import { MailNotSent, type MailTransport } from './mail-transport.ts'
import { nextTry } from './next-try.ts'
import type { Backlog, ClaimedMail, OutboxStore } from './outbox-store.ts'

/** For what nobody wakes us for: failures whose time has come, and hints that were missed. */
const LOOK_EVERY_MS = 1000

const GATHER_MS = 100

/** A server that drips its answer byte by byte escapes every timeout but this one. */
const SEND_MAX_MS = 60_000
const LEASE_MS = 2 * SEND_MAX_MS

/** A mail that should have been tried this long ago is not late but stuck. */
const OVERDUE_MS = 10 * 60 * 1000

export type RelayDeps = {
  outbox: OutboxStore
  transport: MailTransport
  logger: FastifyBaseLogger
  now: () => Date
}

export type Relay = {
  /** Looks for due mails soon. */
  wake: () => void
  backlog: () => Promise<Backlog>
  /**
   * Rejects when mails are not being tried. A mail server that is away does not count: the mails are safe,
   * and the shop need not close for it.
   */
  probe: () => Promise<void>
  /** Takes no new mail and finishes those in flight. */
  close: () => Promise<void>
}

/** Sends what is due, at least once each, and keeps trying what fails. Works from the moment it is made. */
export function startRelay({ outbox, transport, logger, now }: RelayDeps): Relay {
  const inFlight = new Set<Promise<void>>()
  let scheduled = false
  let gathering: NodeJS.Timeout | undefined
  /** More may be due than we could take. */
  let isBehind = false
  let closed = false
  let looking = Promise.resolve()

  // Later in the loop: the write that woke us is committed by then, and many of them wake us once.
  function wake() {
    if (scheduled || closed) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      looking = looking.then(look)
    })
  }

  /** A crowd of mails shares its commits; nobody misses a tenth of a second. */
  function wakeSoon() {
    if (gathering || closed) return
    gathering = setTimeout(() => {
      gathering = undefined
      wake()
    }, GATHER_MS)
  }

  async function look() {
    const room = transport.concurrency - inFlight.size
    isBehind = room <= 0
    if (closed || isBehind) return
    try {
      const at = now()
      const due = await outbox.claim({
        limit: room,
        now: at,
        leaseUntil: new Date(at.getTime() + LEASE_MS),
      })
      // Fewer than there is room for need not be all: other processes may have taken some of what was found.
      isBehind = due.length > 0
      for (const claimed of due) dispatch(claimed)
    } catch (error) {
      logger.error({ err: error }, 'the outbox could not be read')
    }
  }

  function dispatch(claimed: ClaimedMail) {
    const delivery = deliver(claimed)
      .catch((error: unknown) => logger.error({ err: error }, 'the outbox could not be written'))
      .finally(() => {
        inFlight.delete(delivery)
        if (isBehind) wake()
      })
    inFlight.add(delivery)
  }

  async function deliver(claimed: ClaimedMail) {
    const { to, letter, messageId } = claimed
    try {
      await withDeadline(transport.send({ to, letter, messageId }))
    } catch (error) {
      await handleFailure(claimed, error)
      return
    }
    await outbox.markSent(claimed.id, now())
  }

  async function handleFailure({ id, letter, addedAt, ...claimed }: ClaimedMail, error: unknown) {
    const failures = claimed.failures + 1
    const at = isPermanent(error) ? null : nextTry({ failures, addedAt, now: now() })
    // The error itself may quote the server, and the server the address.
    const details = { part: letter.kind, count: failures }
    if (at) {
      logger.warn(details, `a mail was not sent and will be tried again: ${reasonOf(error)}`)
      await outbox.markFailed(id, at)
    } else {
      logger.error(details, `a mail could not be delivered: ${reasonOf(error)}`)
      await outbox.giveUp(id, now())
    }
  }

  outbox.onAdded(wakeSoon)
  const timer = setInterval(wake, LOOK_EVERY_MS)
  timer.unref()
  wake()

  return {
    wake,
    backlog: () => outbox.backlog(),
    async probe() {
      const { waiting, nextDue } = await outbox.backlog()
      if (nextDue && now().getTime() - nextDue.getTime() > OVERDUE_MS) {
        throw new Error(`${waiting} mails wait, the first should have gone at ${nextDue.toISOString()}`)
      }
    },
    async close() {
      closed = true
      clearInterval(timer)
      clearTimeout(gathering)
      await looking
      await Promise.all(inFlight)
    },
  }
}

function isPermanent(error: unknown) {
  return error instanceof MailNotSent && error.permanent
}

function reasonOf(error: unknown) {
  return error instanceof MailNotSent ? error.code : 'unexpected error'
}

async function withDeadline(sending: Promise<void>) {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new MailNotSent('DEADLINE', { permanent: false })), SEND_MAX_MS)
  try {
    await Promise.race([sending, promise])
  } finally {
    clearTimeout(timer)
  }
}
