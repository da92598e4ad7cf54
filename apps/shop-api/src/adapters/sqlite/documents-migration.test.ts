import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { createSqliteDocuments } from '@nashta/documents/sqlite-documents'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAddressStore } from '../../addresses/address-store.ts'
import { createNewsletterStore } from '../../newsletter/newsletter-store.ts'
import { createOperatorLog } from '../../operator-log/operator-log.ts'
import type { SimulatedCharge } from '../../payments/simulator/simulated-charge.ts'
import { createSimulatorStore } from '../../payments/simulator/simulator-store.ts'
import { createShopStore } from '../../shop/shop-store.ts'
import { createTicketStore } from '../../tickets/ticket-store.ts'
import { eraseTicket, newTicket, placeOf, type TicketRecord } from '../../tickets/ticket.ts'
import { shopMigrations } from './migrations.ts'

const NOW = new Date('2026-01-01T12:00:00.000Z')
const now = () => NOW
const EMAIL = 'asha@example.com'

const TICKET = newTicket(
  { name: 'Asha', email: EMAIL, orderNumber: 'AB12', text: 'Stale chips' },
  { number: 'G-1', tokenHash: 'hash', isAboutOrder: false, at: NOW },
)
const ERASED_TICKET = eraseTicket({ ...TICKET, number: 'G-2' }, NOW)
const CHARGE: SimulatedCharge = {
  amountPaise: 10_000,
  transactionId: 'txn_1',
  declined: null,
  settlesAt: NOW.toISOString(),
  behaviour: 'refundSlow',
  bankPage: '',
  token: '',
  refunds: '{"r":{"amountPaise":1,"settlesAt":"2026-01-01"}}',
}
const BOOK = [{ ...homeAddress, addressId: 'home', isDefault: true }]

let folder: string
let database: Database

const open = (migrations: typeof shopMigrations) =>
  openDatabase({ path: join(folder, 'shop.sqlite'), migrations, now })

function insert(table: string, row: object) {
  const names = Object.keys(row)
  const sql = `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`
  database.prepare(sql).run(...Object.values(row))
}

function insertTicket(ticket: TicketRecord, mailedAt: string | null) {
  const { number, tokenHash, email } = ticket
  insert('tickets', {
    number,
    tokenHash,
    email,
    mailedAt,
    ...placeOf(ticket),
    record: JSON.stringify(ticket),
  })
}

const logRow = (entry: number, changes: object) => ({
  entry,
  at: NOW.toISOString(),
  bySub: 'boss',
  byUsername: 'boss',
  byEmail: null,
  kind: 'product',
  subject: 'laddoo',
  action: 'update',
  changes: JSON.stringify(changes),
})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-migration-'))
  database = open(shopMigrations.slice(0, 1))
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

it('the rows of a file from before the documents are the documents of the stores', async () => {
  insert('addressBooks', { userId: 'asha', addresses: JSON.stringify(BOOK) })
  insert('shop', { id: 1, record: JSON.stringify(aShop()) })
  insert('simulatedCharges', { key: 'order', ...CHARGE })
  for (const [email, status] of [
    [EMAIL, 'confirmed'],
    ['never@example.com', 'pending'],
  ])
    insert('newsletterSubscribers', { email, name: 'Asha', status, askedAt: '2026-01-01T10:00:00.000Z' })
  const link = { email: EMAIL, mailedAt: '2026-01-01T09:00:00.000Z' }
  insert('newsletterLinks', { tokenHash: 'used', confirmedAt: '2026-01-01T09:30:00.000Z', ...link })
  insert('newsletterLinks', { tokenHash: 'unused', confirmedAt: null, ...link })
  insertTicket(TICKET, TICKET.createdAt)
  insertTicket(ERASED_TICKET, null)
  insert('operatorLog', logRow(1, { name: { from: 'Laddoo', to: 'Motichoor' } }))
  insert('operatorLog', logRow(2, { stock: { from: null, to: 3 } }))
  await database.close()
  database = open(shopMigrations)

  const documents = createSqliteDocuments({ database, now })
  expect(await createAddressStore(documents).read('asha')).toEqual(BOOK)
  const shop = createShopStore({ documents, now })
  expect(JSON.stringify(await shop.read())).toBe(JSON.stringify(aShop()))
  expect(await createSimulatorStore(documents).find('order')).toEqual(CHARGE)

  const tickets = createTicketStore(documents)
  expect(await tickets.findByTokenHash('hash')).toEqual(TICKET)
  expect(await tickets.listOf(EMAIL)).toEqual([TICKET])
  expect(await tickets.list('closed', { limit: 5 })).toEqual([ERASED_TICKET])
  expect(await tickets.countNotClosed()).toBe(1)
  const next = { ...TICKET, number: 'G-3', tokenHash: 'next' }
  const mail = { topic: 'mail', kind: 'ticket', key: 'G-3', payload: '{}' } as const
  await tickets.create({ ticket: next, mail, mailLimit: { max: 1, since: new Date(0) } })
  expect((await documents.get<object>({ pk: `ticket-mails#${EMAIL}`, sk: 'mails' }))?.body).toEqual({
    mailedAt: [TICKET.createdAt],
  })

  const log = createOperatorLog(documents)
  for (const filter of [
    {},
    { kind: 'product' },
    { kind: 'product', subject: 'laddoo' },
    { by: 'boss' },
  ] as const)
    expect((await log.list(filter, { limit: 5 })).map(({ changes }) => Object.keys(changes))).toEqual([
      ['stock'],
      ['name'],
    ])

  const newsletter = createNewsletterStore(documents)
  expect(await newsletter.find(EMAIL)).toMatchObject({ name: 'Asha', status: 'confirmed' })
  expect((await newsletter.listLinks(EMAIL)).toSorted()).toEqual(['unused', 'used'])
  // The next request prunes the unconfirmed subscription and the unused link.
  await newsletter.subscribe({
    email: EMAIL,
    name: 'Asha',
    mail,
    tokenHash: 'new',
    at: NOW,
    mailLimit: { max: 1, since: NOW },
    pruneBefore: NOW,
  })
  expect(await newsletter.find('never@example.com')).toBeNull()
  expect(await newsletter.listLinks(EMAIL)).toEqual(['used'])
  expect(await newsletter.unsubscribe('used')).toBe(true)
})
