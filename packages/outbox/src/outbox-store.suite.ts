import { describe, expect, it, vi } from 'vitest'
import { aMail, anEventEntry } from './outbox.fixture.ts'
import type { ClaimedEntry, OutboxEntry, OutboxStore, TopicName } from './outbox.ts'

export type OutboxUnderTest = {
  outbox: OutboxStore
  /** Adds the entries while the clock shows `at`. */
  add: (at: Date, ...entries: OutboxEntry[]) => Promise<void>
}

const atMinute = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))

/** Makes a function that claims entries of the topic. A lease lasts five minutes. */
const claimOf =
  (topic: TopicName) =>
  (outbox: OutboxStore, minute: number, { limit = 10 } = {}) =>
    outbox.claim({ topic, limit, now: atMinute(minute), leaseUntil: atMinute(minute + 5) })
const claimMails = claimOf('mail')
const claimEvents = claimOf('events')
const payloads = (claimed: ClaimedEntry[]) => claimed.map(({ payload }) => payload)
const keys = (claimed: ClaimedEntry[]) => claimed.map(({ key }) => key)

async function claimOneMail(outbox: OutboxStore, minute: number) {
  const [entry] = await claimMails(outbox, minute, { limit: 1 })
  if (!entry) throw new Error('Nothing was due')
  return entry
}

/** The behaviour every OutboxStore adapter must show. */
export function outboxStoreSuite(create: () => OutboxUnderTest) {
  describe('mails', () => {
    it('a claimed mail has the fields it was added with', async () => {
      const { outbox, add } = create()
      await add(atMinute(0), aMail('1'))

      expect(await claimMails(outbox, 1)).toEqual([
        { ...aMail('1'), id: expect.any(String), addedAt: atMinute(0), failures: 0 },
      ])
    })

    it('a claim gets the oldest mails, no more than its limit, and each mail goes to one claim', async () => {
      const { outbox, add } = create()
      await add(atMinute(0), aMail('1'), aMail('2'))
      await add(atMinute(1), aMail('3'))

      expect(payloads(await claimMails(outbox, 1, { limit: 2 }))).toEqual(['Order 1', 'Order 2'])
      expect(payloads(await claimMails(outbox, 1, { limit: 2 }))).toEqual(['Order 3'])
      expect(await claimMails(outbox, 1)).toEqual([])
    })

    it('a mail is not claimed before it is due', async () => {
      const { outbox, add } = create()
      await add(atMinute(3), aMail('1'))

      expect(await claimMails(outbox, 2)).toEqual([])
      expect(await claimMails(outbox, 3)).toHaveLength(1)
    })

    it('of two mails with the same key only the first is stored', async () => {
      const { outbox, add } = create()
      await add(atMinute(0), aMail('1', 'to Asha'))
      await add(atMinute(0), aMail('1', 'to Ravi'))

      expect(payloads(await claimMails(outbox, 0))).toEqual(['to Asha'])
    })

    it('a mail with the key of a delivered mail is not added', async () => {
      const { outbox, add } = create()
      await add(atMinute(0), aMail('1'))
      await outbox.complete(await claimMails(outbox, 0), atMinute(1))
      await add(atMinute(2), aMail('1'))

      expect(await claimMails(outbox, 1000)).toEqual([])
      expect(await outbox.backlog('mail')).toEqual({ pending: 0, earliestDue: null })
    })

    it('a mail that was claimed and not settled can be claimed after its lease', async () => {
      const { outbox, add } = create()
      await add(atMinute(0), aMail('1'))
      await claimMails(outbox, 0)

      expect(await claimMails(outbox, 4)).toEqual([])
      expect(payloads(await claimMails(outbox, 5))).toEqual(['Order 1'])
    })

    it('a failed mail is due again at the time of its retry, with the count of its failures', async () => {
      const { outbox, add } = create()
      await add(atMinute(0), aMail('1'))
      await outbox.retry(await claimOneMail(outbox, 0), atMinute(2))

      expect(await claimMails(outbox, 1)).toEqual([])
      expect(await claimMails(outbox, 2)).toMatchObject([{ failures: 1, addedAt: atMinute(0) }])
    })

    it('a newer mail is claimed before a mail that waits for its retry', async () => {
      const { outbox, add } = create()
      await add(atMinute(0), aMail('1'))
      await outbox.retry(await claimOneMail(outbox, 0), atMinute(2))
      await add(atMinute(1), aMail('2'))

      expect(payloads(await claimMails(outbox, 3))).toEqual(['Order 2', 'Order 1'])
    })

    it('a delivered mail stays delivered although a slower claim reports a failure', async () => {
      const { outbox, add } = create()
      await add(atMinute(0), aMail('1'))
      const slow = await claimOneMail(outbox, 0)
      const quick = await claimOneMail(outbox, 5)
      await outbox.complete([quick], atMinute(6))

      await outbox.retry(slow, atMinute(7))
      expect(await claimMails(outbox, 100)).toEqual([])
      await outbox.giveUp(slow, atMinute(7))
      expect(await claimMails(outbox, 200)).toEqual([])
    })

    it('a mail that was given up is never due again', async () => {
      const { outbox, add } = create()
      await add(atMinute(0), aMail('1'))
      await outbox.giveUp(await claimOneMail(outbox, 0), atMinute(1))

      expect(await claimMails(outbox, 1000)).toEqual([])
      expect(await outbox.backlog('mail')).toEqual({ pending: 0, earliestDue: null })
    })

    it('the backlog has the count of pending mails and the earliest time one is due', async () => {
      const { outbox, add } = create()
      expect(await outbox.backlog('mail')).toEqual({ pending: 0, earliestDue: null })
      await add(atMinute(1), aMail('1'))
      await add(atMinute(2), aMail('2'))
      const first = await claimOneMail(outbox, 2)

      expect(await outbox.backlog('mail')).toEqual({ pending: 2, earliestDue: atMinute(1) })
      await outbox.retry(first, atMinute(9))
      expect(await outbox.backlog('mail')).toEqual({ pending: 2, earliestDue: atMinute(2) })
    })
  })

  it('mails are counted when they are due, and those of a kind until they are settled', async () => {
    const { outbox, add } = create()
    const count = (minute: number, kind = 'order-confirmed') =>
      outbox.countMails({ kind, now: atMinute(minute) })
    const code = { ...aMail('1'), kind: 'order', key: 'order:1' }
    await add(atMinute(0), aMail('1'), aMail('2'), code, anEventEntry(1))
    expect(await count(0)).toEqual({ due: 3, ofKind: 2 })
    const late = await claimOneMail(outbox, 0)
    // A leased mail is due still.
    expect(await count(0)).toEqual({ due: 3, ofKind: 2 })
    await outbox.retry(late, atMinute(9))
    expect(await count(8)).toEqual({ due: 2, ofKind: 2 })
    expect(await count(9)).toEqual({ due: 3, ofKind: 2 })
    expect(await count(9, 'order')).toEqual({ due: 3, ofKind: 1 })
    await outbox.complete(await claimMails(outbox, 8), atMinute(8))
    expect(await count(8)).toEqual({ due: 0, ofKind: 1 })
  })

  describe('events', () => {
    it('events are claimed in the order of their addition, until they are delivered', async () => {
      const { outbox, add } = create()
      await add(atMinute(0), anEventEntry(1), anEventEntry(2))
      await add(atMinute(1), anEventEntry(3))
      const first = await claimEvents(outbox, 1, { limit: 2 })
      // A claimed entry has no group.
      const added = [anEventEntry(1), anEventEntry(2)]
      expect(first).toMatchObject(added.map(({ group: _group, ...entry }) => entry))
      await outbox.complete(first, atMinute(1))

      expect(await outbox.backlog('events')).toEqual({ pending: 1, earliestDue: atMinute(1) })
      const rest = await claimEvents(outbox, 1, { limit: 2 })
      expect(keys(rest)).toEqual(['view:3'])
      await outbox.complete(rest, atMinute(1))
      expect(await claimEvents(outbox, 1000)).toEqual([])
      expect(await outbox.backlog('events')).toEqual({ pending: 0, earliestDue: null })
    })

    it('released events are claimed again in the same order, before newer events', async () => {
      const { outbox, add } = create()
      await add(atMinute(0), anEventEntry(1), anEventEntry(2))
      await outbox.release(await claimEvents(outbox, 0))
      await add(atMinute(1), anEventEntry(3))

      expect(keys(await claimEvents(outbox, 1))).toEqual(['view:1', 'view:2', 'view:3'])
    })

    it('events that were claimed and not settled can be claimed after their lease', async () => {
      const { outbox, add } = create()
      await add(atMinute(0), anEventEntry(1), anEventEntry(2))
      await claimEvents(outbox, 0)

      expect(await claimEvents(outbox, 4)).toEqual([])
      expect(keys(await claimEvents(outbox, 5))).toEqual(['view:1', 'view:2'])
    })

    it('an event that was given up is never due again, and the events after it are', async () => {
      const { outbox, add } = create()
      await add(atMinute(0), anEventEntry(1), anEventEntry(2))
      const [first] = await claimEvents(outbox, 0, { limit: 1 })
      if (first) await outbox.giveUp(first, atMinute(1))

      expect(keys(await claimEvents(outbox, 1))).toEqual(['view:2'])
      expect((await outbox.backlog('events')).pending).toBe(1)
    })

    it('a claim of one topic gets nothing of the other', async () => {
      const { outbox, add } = create()
      await add(atMinute(0), aMail('1'), anEventEntry(1))

      expect(keys(await claimMails(outbox, 0))).toEqual(['order-confirmed:1'])
      expect(keys(await claimEvents(outbox, 0))).toEqual(['view:1'])
    })
  })

  it('an erased mail is never sent and never added again, whether it was pending or given up', async () => {
    const { outbox, add } = create()
    await add(atMinute(0), aMail('given-up'), aMail('pending'), aMail('other'))
    // A claim gets the mail that was added first.
    await outbox.giveUp(await claimOneMail(outbox, 0), atMinute(1))
    const erased = [aMail('given-up'), aMail('pending')]
    const unknownKey = aMail('never-added').key
    await outbox.eraseMails([...erased.map(({ key }) => key), unknownKey], atMinute(2))

    expect(keys(await claimMails(outbox, 10))).toEqual([aMail('other').key])
    expect((await outbox.backlog('mail')).pending).toBe(1)
    await add(atMinute(11), ...erased)
    expect((await outbox.backlog('mail')).pending).toBe(1)
  })

  it('a listener is called with the topic of an added entry', async () => {
    const { outbox, add } = create()
    const listener = vi.fn<(topic: TopicName) => void>()
    outbox.onAdded(listener)
    await add(atMinute(0), anEventEntry(1))

    await vi.waitFor(() => expect(listener).toHaveBeenCalledWith('events'))
  })
}
