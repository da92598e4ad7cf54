import type { MailTransport } from '@nashta/mail/mail'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aProduct } from '../catalogue/product.fixture.ts'
import type { OpenTestShop, TestShop } from '../shop.fixture.ts'
import { createStockAlertStore } from './stock-alert-store.ts'
import { PEOPLE_PER_PIECE, WAVE_MS } from './waves.ts'

const PIECES = 20
const WAVE = PIECES * PEOPLE_PER_PIECE
/** What the outbox may have at once, of all alerts together. */
const WAITING_MAX = 100
const ADDED_AT_ONCE = 100

const emailOf = (index: number) => `shopper${String(index).padStart(5, '0')}@example.in`

/**
 * Many people wait for one product, on every adapter. An outbox of several queues may send mails that were
 * added within moments by so many `places` too early.
 */
export function manyWaitingSuite(
  open: OpenTestShop,
  { people, places = 0 }: { people: number; places?: number },
) {
  let test: TestShop
  /** In the order in which they were sent. */
  let sent: string[]
  let transport: MailTransport & { concurrency: number }
  beforeEach(async () => {
    sent = []
    transport = {
      // One at a time, so that the order can be compared.
      concurrency: 1,
      send: async ({ to }) => void sent.push(to),
      close: async () => {},
    }
    test = await open({ mailTransport: transport })
    await test.shop.products.fillIfEmpty([aProduct({ products_id: 'laddoo', name: 'Laddoo', stock: 0 })])
  })
  afterEach(() => test.close())

  const inOrder = Array.from({ length: people }, (_, index) => emailOf(index))
  async function fill() {
    const alerts = createStockAlertStore(test.shop.storage.documents)
    const start = test.clock.now.getTime()
    for (let first = 0; first < people; first += ADDED_AT_ONCE) {
      const some = inOrder.slice(first, first + ADDED_AT_ONCE).map((email, index) =>
        alerts.add({
          id: `a${first + index}`,
          productId: 'laddoo',
          askedAt: new Date(start + first + index).toISOString(),
          email,
        }),
      )
      await Promise.all(some)
    }
  }
  let keys = 0
  async function setStock(counted: number) {
    keys += 1
    const seen = (await test.shop.products.find('laddoo'))?.stock ?? null
    const body = { kind: 'counted', counted, seen }
    const headers = { 'idempotency-key': `stock-${keys}` }
    const { status } = await test.call('boss', 'POST', '/admin/products/laddoo/stock', body, headers)
    expect(status).toBe(200)
    await expect.poll(async () => (await test.shop.products.find('laddoo'))?.stock).toBe(counted)
  }
  function expectInOrder(expected: readonly string[]) {
    expect(sent.toSorted()).toEqual(expected)
    const moved = sent.map((email, place) => Math.abs(expected.indexOf(email) - place))
    expect(Math.max(...moved)).toBeLessThanOrEqual(places)
  }
  const mailsWaiting = async () => (await test.shop.outboxState()).mailsWaiting
  /** Runs until nothing more is added and everything is sent. Returns the most that waited at once. */
  async function runAll() {
    let most = 0
    for (;;) {
      const before = sent.length
      await test.shop.reconcile()
      most = Math.max(most, await mailsWaiting())
      await expect.poll(mailsWaiting, { timeout: 60_000, interval: 20 }).toBe(0)
      if (sent.length === before) return most
    }
  }

  it(
    'many wait and one delivery comes: they are told in order, once each, and the outbox stays small',
    { timeout: 900_000 },
    async () => {
      await fill()
      await test.shop.reconcile()
      expect(await mailsWaiting()).toBe(0)

      // While the mail server is away, no more mails are added than it sends soon.
      transport.concurrency = 0
      await setStock(PIECES)
      for (let runs = 0; runs < 5; runs += 1) await test.shop.reconcile()
      expect(await mailsWaiting()).toBe(WAVE)
      expect(sent).toEqual([])
      transport.concurrency = 1
      await runAll()
      expectInOrder(inOrder.slice(0, WAVE))

      // The next persons are told of these pieces only after the first ones have had their time.
      await runAll()
      expect(sent).toHaveLength(WAVE)
      await setStock(3)
      test.clock.now = new Date(test.clock.now.getTime() + WAVE_MS)
      await runAll()
      expectInOrder(inOrder.slice(0, WAVE + 3 * PEOPLE_PER_PIECE))

      // It sells out, and then so much comes that all can have one.
      await setStock(0)
      await runAll()
      transport.concurrency = 0
      await setStock(people)
      for (let runs = 0; runs < 5; runs += 1) await test.shop.reconcile()
      expect(await mailsWaiting()).toBeLessThanOrEqual(WAITING_MAX)
      transport.concurrency = 1
      expect(await runAll()).toBeLessThanOrEqual(WAITING_MAX)
      expectInOrder(inOrder)
    },
  )
}
