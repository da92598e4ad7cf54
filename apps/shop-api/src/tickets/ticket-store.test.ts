import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PICTURES_PER_ORDER_MAX } from '@nashta/contracts/orders/help-picture'
import type { TicketList } from '@nashta/contracts/tickets/ticket'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import { mailEntry } from '@nashta/mail/mail-topic'
import { expect, it, onTestFinished } from 'vitest'
import { describeOnBothStorages } from '../adapters/documents.fixture.ts'
import { storePicture } from './ticket-pictures.ts'
import { createTicketStore, type TicketCreation, type TicketStore } from './ticket-store.ts'
import {
  addPicture,
  eraseTicket,
  newTicket,
  placeOf,
  takeStep,
  type TicketRecord,
  type TicketStep,
} from './ticket.ts'

/** The time that is so many hours after the start of 2026. */
const atHour = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * 60 * 60 * 1000)

function aTicket(
  number: string,
  { at = atHour(0), email = 'asha@example.com', isAboutOrder = false } = {},
): TicketRecord {
  const input = { name: 'Asha', email, orderNumber: 'AB12', text: 'Stale chips' }
  return newTicket(input, { number, tokenHash: `hash of ${number}`, isAboutOrder, at })
}

const cleanPicture = async (bytes: Buffer) => ({ bytes, width: 2, height: 1 })

/** The tickets of both lists. */
async function listAll(tickets: TicketStore) {
  const [due, closed] = await Promise.all([
    tickets.list('due', { limit: 10 }),
    tickets.list('closed', { limit: 10 }),
  ])
  return [...due, ...closed]
}

const mailAbout = ({ number, email, steps }: TicketRecord) =>
  mailEntry({
    deduplicationId: `${number}:${steps.length}`,
    to: email,
    message: { kind: 'ticket-replied', data: { number, resolveBy: atHour(0).toISOString(), text: 'Sorry' } },
  })

function creation(ticket: TicketRecord, mailLimit = { max: 100, since: atHour(-1) }): TicketCreation {
  return { ticket, mail: mailAbout(ticket), mailLimit }
}

const step = (kind: TicketStep['kind'], hours = 1) => ({
  kind,
  at: atHour(hours).toISOString(),
  text: 'Sorry',
  by: 'boss',
})

const closeAt = (hours: number) => (ticket: TicketRecord) => takeStep(ticket, step('closed', hours))

function refuse(): never {
  throw new Error('refused')
}

describeOnBothStorages('ticket store', (open) => {
  function create() {
    const { documents, ...outbox } = open()
    return { tickets: createTicketStore(documents), ...outbox }
  }

  it('a ticket is stored with its mail, and found by the hash of its token', async () => {
    const { tickets, mailIds } = create()
    expect(await tickets.create(creation(aTicket('G-1')))).toBe(true)

    expect(await tickets.findByTokenHash('hash of G-1')).toEqual(aTicket('G-1'))
    expect(await tickets.findByTokenHash('hash of G-2')).toBeNull()
    expect(await tickets.findByTokenHash('G-1')).toBeNull()
    expect(await mailIds()).toEqual(['G-1:0'])
  })

  it('a ticket whose mail cannot be queued is not stored', async () => {
    const { tickets, breakOutbox } = create()
    breakOutbox()
    await expect(tickets.create(creation(aTicket('G-1')))).rejects.toBeInstanceOf(Error)
    expect(await listAll(tickets)).toEqual([])
  })

  it('a ticket with the number of another ticket is not stored', async () => {
    const { tickets, mailIds } = create()
    await tickets.create(creation(aTicket('G-1')))
    const other = { ...aTicket('G-1', { email: 'ravi@example.com' }), tokenHash: 'another' }

    expect(await tickets.create(creation(other))).toBe(false)
    expect(await tickets.findByTokenHash('another')).toBeNull()
    expect(await listAll(tickets)).toEqual([aTicket('G-1')])
    expect(await mailIds()).toEqual(['G-1:0'])
  })

  it('a changed ticket is stored with the mail about it', async () => {
    const { tickets, mailIds } = create()
    await tickets.create(creation(aTicket('G-1')))
    const expected = takeStep(aTicket('G-1'), step('replied'))

    expect(await tickets.change('G-1', (ticket) => takeStep(ticket, step('replied')), mailAbout)).toEqual(
      expected,
    )
    expect(await tickets.findByTokenHash('hash of G-1')).toEqual(expected)
    expect(await mailIds()).toEqual(['G-1:0', 'G-1:1'])
    expect(await tickets.change('G-2', (ticket) => ticket, mailAbout)).toBeNull()
  })

  it('an empty change sends no mail, and a refused change stores nothing', async () => {
    const { tickets, mailIds } = create()
    await tickets.create(creation(aTicket('G-1')))
    expect(await tickets.change('G-1', (ticket) => ticket, mailAbout)).toEqual(aTicket('G-1'))
    await expect(tickets.change('G-1', refuse, mailAbout)).rejects.toThrow('refused')
    expect(await listAll(tickets)).toEqual([aTicket('G-1')])
    expect(await mailIds()).toEqual(['G-1:0'])
  })

  it('concurrent changes of a ticket are all stored', async () => {
    const { tickets, mailIds } = create()
    await tickets.create(creation(aTicket('G-1')))
    await Promise.all(
      [1, 2, 3].map((hours) =>
        tickets.change('G-1', (ticket) => takeStep(ticket, step('replied', hours)), mailAbout),
      ),
    )
    expect((await tickets.findByTokenHash('hash of G-1'))?.steps).toHaveLength(3)
    expect(new Set(await mailIds())).toEqual(new Set(['G-1:0', 'G-1:1', 'G-1:2', 'G-1:3']))
  })

  it('concurrent pictures are stored once each, without a mail, until an erasure', async () => {
    const { tickets, mailIds } = create()
    await tickets.create(creation(aTicket('G-1')))
    const add = (id: string) =>
      tickets.change('G-1', (ticket) => addPicture(ticket, { id, width: 2, height: 1 }))
    await Promise.all([add('a'), add('b')])
    await add('a')
    const stored = await tickets.find('G-1')
    expect(stored?.pictures.map(({ id }) => id).toSorted()).toEqual(['a', 'b'])
    expect(await tickets.find('G-2')).toBeNull()
    expect(await mailIds()).toEqual(['G-1:0'])
    await tickets.eraseOf('asha@example.com', (ticket) => eraseTicket(ticket, atHour(2)))
    expect((await tickets.find('G-1'))?.pictures).toEqual([])
  })

  it('pictures of several requests for help at one moment do not exceed the limit of their order', async () => {
    const { tickets } = create()
    const order = { purchaseId: 'order-1', email: 'asha@example.com' }
    const numbers = ['G-1', 'G-2', 'G-3', 'G-4']
    for (const number of numbers) {
      const ticket = { ...aTicket(number), help: { kind: 'damaged' as const, purchaseId: order.purchaseId } }
      await tickets.create(creation(ticket))
    }
    const folder = mkdtempSync(join(tmpdir(), 'nashta-pictures-at-once-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const helpPictures = createDiskImageStore(folder)
    const deps = { tickets, helpPictures, cleanPicture }
    const upload = (number: string, text: string) =>
      storePicture(deps, order, number, {
        file: Buffer.from(text),
        caller: 'asha',
        signal: new AbortController().signal,
      })
    const sent = await Promise.allSettled(
      numbers.flatMap((number) => ['one', 'two', 'three'].map((text) => upload(number, text))),
    )
    const refusals = sent.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(new Set(refusals)).toEqual(new Set(['PICTURES_LIMITED']))
    const stored = (await Promise.all(numbers.map((number) => tickets.find(number)))).flatMap(
      (ticket) => ticket?.pictures ?? [],
    )
    expect(stored.length).toBeLessThanOrEqual(PICTURES_PER_ORDER_MAX)
    expect(stored).toHaveLength(sent.filter(({ status }) => status === 'fulfilled').length)
  })

  it('tickets are listed by the time they are due, page by page, and closed ones in a list of their own', async () => {
    const { tickets } = create()
    for (const [index, number] of ['G-1', 'G-2', 'G-3', 'G-4', 'G-5'].entries()) {
      await tickets.create(creation(aTicket(number, { at: atHour(index) })))
    }
    // An acknowledged ticket is due when it must be resolved, which is later than for open tickets.
    await tickets.change('G-1', (ticket) => takeStep(ticket, step('acknowledged')), mailAbout)
    await tickets.change('G-2', closeAt(10), mailAbout)
    await tickets.change('G-4', closeAt(20), mailAbout)

    /** The numbers of all tickets of the list, read in pages of two. */
    const pages = async (list: TicketList) => {
      const numbers: string[][] = []
      for (let after: string | undefined; ;) {
        const page = await tickets.list(list, { limit: 2, after })
        const last = page.at(-1)
        if (!last) return numbers
        numbers.push(page.map(({ number }) => number))
        after = placeOf(last).place
      }
    }
    expect(await pages('due')).toEqual([['G-3', 'G-5'], ['G-1']])
    expect(await pages('closed')).toEqual([['G-4', 'G-2']])
    expect(await tickets.countNotClosed()).toBe(3)
  })

  it('tickets about a known order come before all others, also when they are due later', async () => {
    const { tickets } = create()
    for (const number of ['G-1', 'G-2', 'G-3']) await tickets.create(creation(aTicket(number)))
    await tickets.create(creation(aTicket('G-4', { at: atHour(5), isAboutOrder: true })))
    const [first] = await tickets.list('due', { limit: 1 })
    expect(first?.number).toBe('G-4')
  })

  it('the tickets of an e-mail address are found and erased, and no others', async () => {
    const { tickets, mailIds } = create()
    const other = { email: 'ravi@example.com' }
    for (const ticket of [aTicket('G-1'), aTicket('G-2'), aTicket('G-3', other)])
      await tickets.create(creation(ticket))
    await tickets.change('G-2', closeAt(1), mailAbout)
    const numbers = async (email: string) =>
      (await tickets.listOf(email)).map(({ number }) => number).toSorted()
    expect(await numbers('asha@example.com')).toEqual(['G-1', 'G-2'])

    const mailsBefore = (await mailIds()).length
    await tickets.eraseOf('asha@example.com', (ticket) => eraseTicket(ticket, atHour(2)))
    // The address has no tickets any more, so `refuse` is not called.
    await tickets.eraseOf('asha@example.com', refuse)
    expect(await numbers('asha@example.com')).toEqual([])
    expect(await tickets.findByTokenHash('hash of G-1')).toBeNull()
    expect(await tickets.findByTokenHash('hash of G-3')).toEqual(aTicket('G-3', other))
    expect(JSON.stringify(await listAll(tickets))).not.toMatch(/asha|hash of G-[12]/)
    expect((await listAll(tickets)).map(({ number, status }) => [number, status])).toEqual([
      ['G-3', 'open'],
      ['G-1', 'closed'],
      ['G-2', 'closed'],
    ])
    expect(await mailIds()).toHaveLength(mailsBefore)
  })

  it('an e-mail address gets no more mails than its limit, and every ticket is stored', async () => {
    const { tickets, mailIds } = create()
    /** Creates a ticket. Its e-mail address may get two mails in an hour. */
    const createAt = (number: string, at: Date, email?: string) =>
      tickets.create(
        creation(aTicket(number, { at, ...(email && { email }) }), {
          max: 2,
          since: new Date(at.getTime() - 60 * 60 * 1000),
        }),
      )
    await createAt('G-1', atHour(0))
    await createAt('G-2', atHour(0.5))
    expect(await createAt('G-3', atHour(0.9))).toBe(true)
    await createAt('G-4', atHour(0.9), 'ravi@example.com')
    expect(await mailIds()).toEqual(['G-1:0', 'G-2:0', 'G-4:0'])
    expect(await tickets.findByTokenHash('hash of G-3')).not.toBeNull()

    await createAt('G-5', atHour(1))
    expect(await mailIds()).toEqual(['G-1:0', 'G-2:0', 'G-4:0', 'G-5:0'])
  })

  it('the mail of a ticket that is not erased still counts for its address', async () => {
    const { tickets, mailIds } = create()
    const mailLimit = { max: 1, since: atHour(-1) }
    await tickets.create(creation(aTicket('G-1'), mailLimit))
    // The function returns its argument, so the ticket stays as it is.
    await tickets.eraseOf('asha@example.com', (ticket) => ticket)
    await tickets.create(creation(aTicket('G-2'), mailLimit))
    expect(await mailIds()).toEqual(['G-1:0'])
  })

  it('the limit of mails to an address holds for concurrent tickets', async () => {
    const { tickets, mailIds } = create()
    const mailLimit = { max: 2, since: atHour(-1) }
    await Promise.all(
      ['G-1', 'G-2', 'G-3', 'G-4'].map((number) => tickets.create(creation(aTicket(number), mailLimit))),
    )
    expect(await mailIds()).toHaveLength(2)
    expect(await listAll(tickets)).toHaveLength(4)
  })
})
