import { expect, it, vi } from 'vitest'
import { keepLetter, writeLetter } from './letters.ts'
import { anEntry } from './mail.fixture.ts'
import { messageIdOf } from './mail.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import type { ClaimedMail, OutboxStore } from './outbox-store.ts'

export type OutboxUnderTest = {
  outbox: OutboxStore
  /** Adds the entries as the clock says `at`. */
  add: (at: Date, ...entries: OutboxEntry[]) => Promise<void>
}

const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count))

const claim = (outbox: OutboxStore, at: number, limit = 10) =>
  outbox.claim({ limit, now: minute(at), leaseUntil: minute(at + 5) })
const subjects = (claimed: ClaimedMail[]) => claimed.map(({ letter }) => writeLetter(letter).subject)

/** The behaviour every OutboxStore adapter must show. */
export function outboxStoreSuite(create: () => OutboxUnderTest) {
  it('gives out what was added, whole and under its Message-ID', async () => {
    const { outbox, add } = create()
    const entry = anEntry('1')
    await add(minute(0), entry)

    expect(await claim(outbox, 1)).toEqual([
      {
        id: expect.any(String),
        to: entry.to,
        letter: keepLetter(entry.letter),
        messageId: messageIdOf(entry.dedupKey),
        addedAt: minute(0),
        failures: 0,
      },
    ])
  })

  it('gives out the oldest first, no more than asked for, and each to one', async () => {
    const { outbox, add } = create()
    await add(minute(0), anEntry('1'), anEntry('2'))
    await add(minute(1), anEntry('3'))

    expect(subjects(await claim(outbox, 1, 2))).toEqual(['Order 1', 'Order 2'])
    expect(subjects(await claim(outbox, 1, 2))).toEqual(['Order 3'])
    expect(await claim(outbox, 1)).toEqual([])
  })

  it('gives out nothing before its time', async () => {
    const { outbox, add } = create()
    await add(minute(3), anEntry('1'))

    expect(await claim(outbox, 2)).toEqual([])
    expect(await claim(outbox, 3)).toHaveLength(1)
  })

  it('keeps the first of two entries that announce the same', async () => {
    const { outbox, add } = create()
    await add(minute(0), anEntry('1'))
    await add(minute(0), anEntry('1', 'ravi@example.com'))

    expect((await claim(outbox, 0)).map(({ to }) => to)).toEqual(['asha@example.com'])
  })

  it('announces nothing twice, even long after it was sent', async () => {
    const { outbox, add } = create()
    await add(minute(0), anEntry('1'))
    for (const { id } of await claim(outbox, 0)) await outbox.markSent(id, minute(1))
    await add(minute(2), anEntry('1'))

    expect(await claim(outbox, 1000)).toEqual([])
    expect(await outbox.backlog()).toEqual({ waiting: 0, nextDue: null })
  })

  it('gives out again what was claimed and never settled, once the lease is over', async () => {
    const { outbox, add } = create()
    await add(minute(0), anEntry('1'))
    await claim(outbox, 0)

    expect(await claim(outbox, 4)).toEqual([])
    expect(subjects(await claim(outbox, 5))).toEqual(['Order 1'])
  })

  it('gives out a failed mail at its next try, and says how often it failed', async () => {
    const { outbox, add } = create()
    await add(minute(0), anEntry('1'))
    const [claimed] = await claim(outbox, 0)
    await outbox.markFailed(claimed?.id ?? '', minute(2))

    expect(await claim(outbox, 1)).toEqual([])
    expect(await claim(outbox, 2)).toMatchObject([{ failures: 1, addedAt: minute(0) }])
  })

  it('lets newer mails pass one that failed', async () => {
    const { outbox, add } = create()
    await add(minute(0), anEntry('1'))
    const [claimed] = await claim(outbox, 0)
    await outbox.markFailed(claimed?.id ?? '', minute(2))
    await add(minute(1), anEntry('2'))

    expect(subjects(await claim(outbox, 3))).toEqual(['Order 2', 'Order 1'])
  })

  it('a mail that was sent stays sent, whatever a slower sender says of it', async () => {
    const { outbox, add } = create()
    await add(minute(0), anEntry('1'))
    const [slow] = await claim(outbox, 0)
    const [quick] = await claim(outbox, 5)
    await outbox.markSent(quick?.id ?? '', minute(6))

    await outbox.markFailed(slow?.id ?? '', minute(7))
    expect(await claim(outbox, 100)).toEqual([])
    await outbox.giveUp(slow?.id ?? '', minute(7))
    expect(await claim(outbox, 200)).toEqual([])
  })

  it('never gives out what was given up', async () => {
    const { outbox, add } = create()
    await add(minute(0), anEntry('1'))
    const [claimed] = await claim(outbox, 0)
    await outbox.giveUp(claimed?.id ?? '', minute(1))

    expect(await claim(outbox, 1000)).toEqual([])
    expect(await outbox.backlog()).toEqual({ waiting: 0, nextDue: null })
  })

  it('counts what waits, claimed or not, and says when the first was or is due', async () => {
    const { outbox, add } = create()
    expect(await outbox.backlog()).toEqual({ waiting: 0, nextDue: null })
    await add(minute(1), anEntry('1'))
    await add(minute(2), anEntry('2'))
    const [first] = await claim(outbox, 2, 1)

    expect(await outbox.backlog()).toEqual({ waiting: 2, nextDue: minute(1) })
    await outbox.markFailed(first?.id ?? '', minute(9))
    expect(await outbox.backlog()).toEqual({ waiting: 2, nextDue: minute(2) })
  })

  it('hints that something came in', async () => {
    const { outbox, add } = create()
    const hint = vi.fn<() => void>()
    outbox.onAdded(hint)
    await add(minute(0), anEntry('1'))

    await vi.waitFor(() => expect(hint).toHaveBeenCalled())
  })
}
