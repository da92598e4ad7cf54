import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import type { Documents } from '@nashta/documents/documents'
import { createDynamoDocuments } from '@nashta/documents/dynamodb-documents'
import { createSqliteDocuments } from '@nashta/documents/sqlite-documents'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { scanItems } from '@nashta/dynamodb/read-items'
import { mailEntry } from '@nashta/mail/mail-topic'
import { createDynamoOutbox } from '@nashta/outbox/dynamodb-outbox'
import { eventEntry } from '@nashta/outbox/events'
import type { TopicName } from '@nashta/outbox/outbox'
import { createSqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { addAddress } from '../../addresses/address-book.ts'
import { createAddressStore } from '../../addresses/address-store.ts'
import { lineOf } from '../../cart/cart.ts'
import { aProduct } from '../../catalogue/product.fixture.ts'
import { viewEvent } from '../../events/shop-events.ts'
import { createNewsletterStore } from '../../newsletter/newsletter-store.ts'
import { loggedChanges } from '../../operator-log/operator-log.fixture.ts'
import { createOperatorLog } from '../../operator-log/operator-log.ts'
import { confirmCashOrder } from '../../orders/events/rules/confirm.ts'
import { aCashOrder, anOrder, settle } from '../../orders/order/order.fixture.ts'
import type { OrderRecord, PurchaseRequest } from '../../orders/order/purchase-store.ts'
import { createSimulatorStore } from '../../payments/simulator/simulator-store.ts'
import { createSimulator } from '../../payments/simulator/simulator.ts'
import { createShopStore } from '../../shop/shop-store.ts'
import { createTicketStore } from '../../tickets/ticket-store.ts'
import { newTicket } from '../../tickets/ticket.ts'
import { createSqliteCartStore } from '../sqlite/cart-store.ts'
import { openShopDatabase } from '../sqlite/open-shop-database.ts'
import { createSqliteProductStore } from '../sqlite/product-store.ts'
import { createSqlitePurchaseStore } from '../sqlite/purchase-store.ts'
import { createDynamoCartStore } from './cart-store.ts'
import { createDynamoProductStore } from './catalogue/product-store.ts'
import { copyShop } from './copy-shop.ts'
import { createMutex } from './mutex.ts'
import { createDynamoPurchaseStore } from './orders/purchase-store.ts'
import { makeShopTables } from './shop-tables.fixture.ts'
import { BY_DUE, type ShopTables } from './tables.ts'

const now = () => new Date('2026-01-01T12:00:00Z')

/** The stores that are the same on both storages. */
const storesOn = (documents: Documents) => ({
  addresses: createAddressStore(documents),
  newsletter: createNewsletterStore(documents),
  tickets: createTicketStore(documents),
  shopRecord: createShopStore({ documents, now }),
  log: createOperatorLog(documents),
  payments: createSimulator({
    store: createSimulatorStore(documents),
    bankPageUrl: '',
    now,
    newId: randomUUID,
  }),
})

const AUTHORSHIP = { by: { sub: 'boss', username: 'boss', email: null }, at: now().toISOString() }
const ORDER_IDS = {
  withKey: '01JGAAAAAAAAAAAAAAAAAAAAA1',
  keyless: '01JGAAAAAAAAAAAAAAAAAAAAA2',
  withCharge: '01JGAAAAAAAAAAAAAAAAAAAAA3',
}
const barfi = aProduct({ products_id: 'barfi', id: '7', stock: 9 })

let client: Dynamo
let shop: ShopTables
let folder: string
let database: ReturnType<typeof openShopDatabase>

function openSqliteStores() {
  const outbox = createSqliteOutbox(database, now)
  const carts = createSqliteCartStore(database, now)
  const products = createSqliteProductStore(database)
  const queueMail = ({ purchaseId }: OrderRecord) => outbox.add(mailAbout(purchaseId))
  return {
    outbox,
    carts,
    products,
    ...storesOn(createSqliteDocuments({ database, now, outbox })),
    purchases: createSqlitePurchaseStore({
      database,
      carts,
      products,
      queueMail,
      now,
    }),
  }
}

function openDynamoStores() {
  const deps = { ...shop, now, newId: randomUUID, mutex: createMutex() }
  const products = createDynamoProductStore(deps)
  const outbox = createDynamoOutbox({ client, table: shop.tables.purchases, index: BY_DUE, now })
  return {
    outbox,
    products,
    carts: createDynamoCartStore(deps),
    ...storesOn(createDynamoDocuments({ client, table: shop.tables.purchases, index: BY_DUE, outbox })),
    purchases: createDynamoPurchaseStore({
      ...deps,
      products,
      mailWrites: ({ purchaseId }) => [outbox.entryWrite(mailAbout(purchaseId))],
    }),
  }
}

const mailAbout = (deduplicationId: string) =>
  mailEntry({
    deduplicationId,
    to: 'asha@example.com',
    message: { kind: 'confirmation-code', data: { code: '123456' } },
  })

const TICKET = newTicket(
  { name: 'Asha', email: 'asha@example.com', orderNumber: '', text: 'Stale' },
  { number: 'G-1', tokenHash: 'hash', isAboutOrder: false, at: now() },
)
/** A request for help with an order that has no e-mail address. */
const TICKET_WITHOUT_EMAIL = newTicket(
  { name: 'Asha', email: '', orderNumber: 'ORDER001', text: 'Broken' },
  { number: 'G-2', tokenHash: 'other hash', isAboutOrder: true, at: now() },
)
const VIEW = viewEvent('asha', 'barfi', now())

type RequestOptions = { key?: string; needsCharge?: boolean }

function request(purchaseId: string, { key, needsCharge = false }: RequestOptions): PurchaseRequest {
  const make = needsCharge ? anOrder : aCashOrder
  const order = make({ purchaseId, lines: [lineOf(barfi, 1)], totalItems: 1 })
  return {
    attempt: { userId: 'asha', key, fingerprint: 'one barfi' },
    productIds: ['barfi'],
    draft: () =>
      needsCharge ? { order, effects: [] } : confirmCashOrder(order, { at: now(), calendar: {} }),
  }
}

const requests = [
  request(ORDER_IDS.withKey, { key: 'key' }),
  request(ORDER_IDS.keyless, {}),
  request(ORDER_IDS.withCharge, { key: 'charging', needsCharge: true }),
]
/** The simulator replies to this UPI id with an unknown outcome. */
const UNDECIDED_UPI = { method: 'upi', upiId: 'pending@bank' } as const
const cartOperation = { key: 'update', fingerprint: 'f' }
const subscription = (tokenHash: string, email: string) => ({
  email,
  name: 'Asha',
  tokenHash,
  at: now(),
  mailLimit: { max: 5, since: new Date(0) },
  pruneBefore: new Date(0),
  mail: mailAbout(tokenHash),
})

async function fillSqliteShop() {
  const { products, carts, purchases, payments, newsletter, shopRecord, tickets, addresses, outbox } =
    openSqliteStores()
  await addresses.update('asha', (book) => addAddress(book, 'home', anOrder().shippingAddress))
  await tickets.create({
    ticket: TICKET,
    mail: mailAbout('ticket'),
    mailLimit: { max: 5, since: new Date(0) },
  })
  await tickets.create({
    ticket: TICKET_WITHOUT_EMAIL,
    mail: null,
    mailLimit: { max: 5, since: new Date(0) },
  })
  await shopRecord.update(aShop(), AUTHORSHIP)
  await shopRecord.update(aShop({ returnWindowDays: 3 }), AUTHORSHIP)
  await products.fillIfEmpty([barfi, aProduct({ products_id: 'laddoo' })])
  await products.update('laddoo', { name: 'New' }, AUTHORSHIP)
  await carts.update('asha', { apply: () => [lineOf(barfi, 5)], operation: cartOperation })
  for (const each of requests) await purchases.begin(each)
  const charge = {
    key: ORDER_IDS.withCharge,
    amountPaise: anOrder().totalPaise,
    instrument: UNDECIDED_UPI,
    shopper: { name: 'Asha', email: null, phone: '' },
    orderPath: '/',
    expiresAt: now(),
  }
  await payments.begin(charge)
  await database.write(() => outbox.add(eventEntry(VIEW)))
  await newsletter.subscribe(subscription('t1', 'asha@example.com'))
  await newsletter.subscribe(subscription('t2', 'ravi@example.com'))
  await newsletter.confirm('t2', { mailedAfter: new Date(0), at: now() })
  const claimed = await outbox.claim({ topic: 'mail', limit: 1, now: now(), leaseUntil: now() })
  await outbox.complete(claimed, now())
}

/** Everything that the stores return about the shop of `fillSqliteShop`. */
async function readShop({
  addresses,
  products,
  carts,
  purchases,
  payments,
  newsletter,
  shopRecord,
  log,
  tickets,
  outbox,
}: ReturnType<typeof openDynamoStores | typeof openSqliteStores>) {
  return {
    products: await products.list(),
    byOtherId: await products.find('7'),
    log: await loggedChanges(log, 'product', 'laddoo'),
    sold: await products.soldOn('2026-01-01'),
    cart: await carts.find('asha'),
    orders: await purchases.list('asha', { limit: 10, before: undefined }),
    order: await purchases.find(ORDER_IDS.withKey),
    unsettled: (await purchases.listOpen(now())).map(({ purchaseId }) => purchaseId),
    subscribers: [await newsletter.find('asha@example.com'), await newsletter.find('ravi@example.com')],
    charge: await payments.find({ key: ORDER_IDS.withCharge, amountPaise: anOrder().totalPaise }),
    shop: [await shopRecord.read(), await loggedChanges(log, 'shop', 'shop')],
    tickets: [
      await tickets.list('due', { limit: 10 }),
      await tickets.findByTokenHash(TICKET.tokenHash),
      await tickets.listOf(TICKET.email),
      await tickets.listOf(TICKET_WITHOUT_EMAIL.email),
    ],
    addresses: await addresses.read('asha'),
    backlog: [await outbox.backlog('mail'), await outbox.backlog('events')],
  }
}

describeOnDynamoDbLocal('copying the SQLite shop into DynamoDB', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  })
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nashta-copy-'))
    database = openShopDatabase(folder, now)
    shop = await makeShopTables(client)
    await fillSqliteShop()
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })

  it('a copy has every row, and the number of rows is reported', async () => {
    const before = await readShop(openSqliteStores())
    expect(before).toMatchObject({
      orders: [{}, {}],
      unsettled: [ORDER_IDS.withCharge],
      charge: { kind: 'unknown' },
      addresses: [{ addressId: 'home' }],
      // Five mails were queued: for two orders, a ticket and two subscriptions. One is sent.
      backlog: [{ pending: 4 }, { pending: 1 }],
    })
    const copied = await copyShop(shop, database.connection, now)

    expect(await readShop(openDynamoStores())).toEqual(before)
    expect(Object.fromEntries(copied.map(({ what, count }) => [what, count]))).toMatchObject({
      products: 2,
      carts: 1,
      orders: 3,
      // - The book, the record, the charge and the figures of the shopper.
      // - The log: two changes of the record and one of a product, each in four lists.
      // - Two tickets, each with a link and an address; the mail times of one address.
      // - Two subscriptions, each with a link.
      documents: 4 + 12 + 7 + 4,
      // Five mails and one event.
      'outbox entries': 6,
    })
  })

  it('a copied cart is the same item as a cart of the store', async () => {
    await copyShop(shop, database.connection, now)
    const cartItem = async () =>
      (await scanItems(client, shop.tables.carts)).find(({ item }) => item === 'cart')
    const copied = await cartItem()
    await openDynamoStores().carts.update('asha', { apply: (lines) => lines })
    expect(Object.keys(copied ?? {}).toSorted()).toEqual(Object.keys((await cartItem()) ?? {}).toSorted())
  })

  it('the copied shop recognises earlier cart operations, orders, links and mails', async () => {
    await copyShop(shop, database.connection, now)
    const { carts, purchases, newsletter, products, shopRecord, log, outbox } = openDynamoStores()

    const updated = await carts.update('asha', { apply: () => [], operation: cartOperation })
    expect(updated).toMatchObject({ replayed: true })
    for (const each of requests) {
      expect(await purchases.begin(each)).toMatchObject({ replayed: true })
    }
    expect(await newsletter.confirm('t1', { mailedAfter: new Date(0), at: now() })).toBe(true)
    expect(await newsletter.unsubscribe('t2')).toBe(true)

    await shopRecord.update(aShop(), AUTHORSHIP)
    // The log has this change and the two that were copied.
    expect(await loggedChanges(log, 'shop', 'shop')).toHaveLength(3)

    await settle(purchases, ORDER_IDS.withCharge, { kind: 'declined', message: 'No funds' })
    // Three of the nine units were ordered, and the declined order returned one.
    expect(await products.find('barfi')).toMatchObject({ stock: 7 })
    const { entries } = await products.stockHistory('barfi', { limit: 10 })
    expect(entries.map(({ kind, units }) => [kind, units])).toEqual([
      ['neverPlaced', 1],
      ['order', -1],
      ['order', -1],
      ['order', -1],
      ['start', 9],
    ])
    await products.create(aProduct({ products_id: 'last' }), AUTHORSHIP)
    expect((await products.list()).at(-1)).toMatchObject({ products_id: 'last' })
    const claimOf = (topic: TopicName) => outbox.claim({ topic, limit: 10, now: now(), leaseUntil: now() })
    expect(await claimOf('events')).toMatchObject([{ key: VIEW.id, payload: JSON.stringify([VIEW]) }])
    expect((await claimOf('mail')).map(({ kind }) => kind)).toEqual(Array(4).fill('confirmation-code'))
  })

  it('an interrupted copy can be started again, and a shop in use is not overwritten', async () => {
    const broken = { ...shop, tables: { ...shop.tables, carts: 'no-such-table' } }
    await expect(copyShop(broken, database.connection, now)).rejects.toThrow('non-existent table')
    expect(await openDynamoStores().products.list()).toEqual([])
    // The interrupted copy has written this product and this address book. The next copy must
    // delete them.
    await openSqliteStores().products.remove('laddoo', AUTHORSHIP)
    await openSqliteStores().addresses.erase('asha')

    await copyShop(shop, database.connection, now)
    expect(await openDynamoStores().addresses.read('asha')).toEqual([])
    expect(await openDynamoStores().products.list()).toHaveLength(1)
    const items = await scanItems(client, shop.tables.products)
    expect(items.map(({ products_id }) => String(products_id)).toSorted()).toEqual(['barfi', 'stock#0#barfi'])
    await expect(copyShop(shop, database.connection, now)).rejects.toThrow(
      'Nothing done: the shop was copied',
    )

    const inUse = await makeShopTables(client)
    await createDynamoProductStore({ ...inUse, now, newId: randomUUID }).fillIfEmpty([barfi])
    await expect(copyShop(inUse, database.connection, now)).rejects.toThrow('belongs to a shop already')
  })
})
