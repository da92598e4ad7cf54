import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { productPath } from '@nashta/contracts/catalogue/product-urls'
import { LINK_INVALID } from '@nashta/contracts/newsletter/mailed-link'
import { STOCK_ALERT_CHECK_MAIL, STOCK_ALERTS_MAX } from '@nashta/contracts/stock-alerts/stock-alert-texts'
import * as contract from '@nashta/contracts/stock-alerts/stock-alerts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aProduct } from '../catalogue/product.fixture.ts'
import { startPushService } from '../push/push-service.fixture.ts'
import type { OpenTestShop, TestShop } from '../shop.fixture.ts'
import { createStockAlertStore } from './stock-alert-store.ts'
import { tellOfStock } from './stock-alerts.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** A time that is less is in seconds. */
const SECONDS_MAX = 1e11

/** "Tell me when it is back", on every adapter. */
export function stockAlertsSuite(open: OpenTestShop) {
  let test: TestShop
  let keys = 0
  beforeEach(async () => {
    test = await open()
    await test.shop.products.fillIfEmpty([
      aProduct({ products_id: 'laddoo', name: 'Laddoo', stock: 0 }),
      aProduct({ products_id: 'barfi', name: 'Barfi', stock: 0 }),
      aProduct({ products_id: 'chips', name: 'Chips', stock: 5 }),
    ])
  })
  afterEach(() => test.close())

  const advance = (ms: number) => (test.clock.now = new Date(test.clock.now.getTime() + ms))
  const ask = (sub: string, productId = 'laddoo') => {
    advance(1000)
    return test.call(sub, 'POST', `/stock-alerts/${sub}`, { productId })
  }
  const waitingOf = async (sub: string) => {
    const { data } = await test.call(sub, 'GET', `/stock-alerts/${sub}`)
    return parseExactly(contract.listStockAlerts.reply, { data }).data.productIds
  }
  const askAsGuest = (email: string, productId = 'laddoo') => {
    advance(1000)
    return test.call('nobody', 'POST', '/back-in-stock', { productId, email })
  }
  async function setStock(id: string, counted: number) {
    keys += 1
    const seen = (await test.shop.products.find(id))?.stock ?? null
    const { status } = await test.call(
      'boss',
      'POST',
      `/admin/products/${id}/stock`,
      { kind: 'counted', counted, seen },
      { 'idempotency-key': `stock-${keys}` },
    )
    expect(status).toBe(200)
  }
  /** The subjects of the mails to an address, oldest first, when so many have arrived. */
  async function mailsTo(email: string, count: number) {
    await expect.poll(async () => (await test.mailbox.list(email)).length).toBe(count)
    const mails = await test.mailbox.list(email)
    return mails.toReversed()
  }
  const subjectsTo = async (email: string, count: number) =>
    (await mailsTo(email, count)).map(({ subject }) => subject)
  /** The path of the call that the page of the newest link makes. */
  async function linkTo(kind: 'confirm' | 'stop', email: string, count = 1) {
    const mail = (await mailsTo(email, count)).at(-1)
    const [, path = '/no-link'] =
      new RegExp(`example(/back-in-stock/${kind}\\?token=[\\w-]+)`).exec(mail?.text ?? '') ?? []
    return path
  }
  const follow = (path: string) => test.call('nobody', 'GET', path)
  const mailsOfKind = async (kind: string) => (await test.queuedMails()).filter((mail) => mail.kind === kind)
  const alertMails = () => mailsOfKind('stock-alert')

  /** What is stored of links, as text. */
  const links = async () =>
    (JSON.parse(await test.everything()) as unknown[])
      .flat()
      .filter((stored) => /"stock-alert-link#/.test(JSON.stringify(stored)))
  const linkEnds = async () =>
    (await links()).map((stored) => {
      const { expiresAt } = stored as { expiresAt: number }
      // DynamoDB has seconds.
      return expiresAt < SECONDS_MAX ? expiresAt * 1000 : expiresAt
    })

  /** How many have been told when so much is there. */
  const toldAt = async (stock: number) => {
    await setStock('laddoo', stock)
    await test.shop.reconcile()
    return (await alertMails()).length
  }
  const postForm = async (productId: string) => {
    const { statusCode, headers } = await test.shop.app.inject({
      method: 'POST',
      url: '/api/back-in-stock/form',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ productId, email: 'gita@example.in' }).toString(),
    })
    return [statusCode, headers.location]
  }

  it('a shopper is told once when the snack is back, and not while it is sold out', async () => {
    const { status, data } = await ask('asha')
    expect([status, parseExactly(contract.addStockAlert.reply, { data }).data.productIds]).toEqual([
      200,
      ['laddoo'],
    ])
    await ask('asha')
    await test.shop.reconcile()
    expect(await alertMails()).toEqual([])

    await setStock('laddoo', 3)
    await test.shop.reconcile()
    await test.shop.reconcile()
    expect(await subjectsTo('asha@example.in', 1)).toEqual(['Laddoo is back'])
    expect(await waitingOf('asha')).toEqual([])

    // Who wants to be told another time asks again.
    await setStock('laddoo', 0)
    await test.shop.reconcile()
    await setStock('laddoo', 3)
    await test.shop.reconcile()
    expect(await alertMails()).toHaveLength(1)
    await setStock('laddoo', 0)
    await ask('asha')
    await setStock('laddoo', 1)
    await test.shop.reconcile()
    expect(await subjectsTo('asha@example.in', 2)).toEqual(['Laddoo is back', 'Laddoo is back'])
  })

  it('a guest is told only after a confirmation, and once although the link is pressed again', async () => {
    const asked = await askAsGuest('Gita@example.in')
    expect(parseExactly(contract.requestStockAlert.reply, { data: asked.data }).data.message).toBe(
      STOCK_ALERT_CHECK_MAIL,
    )
    await askAsGuest('silent@example.in')
    const confirm = await linkTo('confirm', 'gita@example.in')
    expect((await follow(confirm)).status).toBe(200)
    await follow(confirm)
    await setStock('laddoo', 9)
    await test.shop.reconcile()
    await follow(confirm)
    await test.shop.reconcile()
    expect(await subjectsTo('gita@example.in', 2)).toEqual([
      'Tell you when Laddoo is back?',
      'Laddoo is back',
    ])
    expect(await subjectsTo('silent@example.in', 1)).toHaveLength(1)
  })

  it('a guest ends the alert by the last link of the mail, also of an earlier one, and may ask again', async () => {
    await askAsGuest('gita@example.in')
    const confirm = await linkTo('confirm', 'gita@example.in')
    const stop = await linkTo('stop', 'gita@example.in')
    await follow(confirm)
    await askAsGuest('gita@example.in')
    await follow(await linkTo('confirm', 'gita@example.in', 2))
    expect((await follow(stop)).status).toBe(200)
    expect((await follow(stop)).status).toBe(200)
    expect(await follow(confirm)).toMatchObject({ status: 400, message: LINK_INVALID })
    await setStock('laddoo', 9)
    await test.shop.reconcile()
    expect(await alertMails()).toEqual([])
    await setStock('laddoo', 0)
    await askAsGuest('gita@example.in')
    await follow(await linkTo('confirm', 'gita@example.in', 3))
    await setStock('laddoo', 9)
    await test.shop.reconcile()
    expect(await alertMails()).toHaveLength(1)
  })

  it('what a guest has stopped, or was told of, leaves no address in a link', async () => {
    await askAsGuest('gita@example.in')
    await follow(await linkTo('confirm', 'gita@example.in'))
    await askAsGuest('gita@example.in')
    await follow(await linkTo('confirm', 'gita@example.in', 2))
    expect(await links()).toHaveLength(2)
    await follow(await linkTo('stop', 'gita@example.in', 2))
    expect((await links()).filter(namesSomebody)).toEqual([])

    await askAsGuest('ravi@example.in')
    await follow(await linkTo('confirm', 'ravi@example.in'))
    await setStock('laddoo', 9)
    await test.shop.reconcile()
    expect(await subjectsTo('ravi@example.in', 2)).toContain('Laddoo is back')
    expect((await links()).filter(namesSomebody)).toEqual([])
  })

  it('a link ends after two days, that of an alert with its alert, and a shopper ends it too', async () => {
    await askAsGuest('asha@example.in')
    const asked = test.clock.now.getTime()
    expect(await linkEnds()).toEqual([asked + 2 * DAY_MS])
    advance(HOUR_MS)
    await follow(await linkTo('confirm', 'asha@example.in'))
    expect(await linkEnds()).toEqual([asked + HOUR_MS + 180 * DAY_MS])
    // Who confirms an alert once more does not wait for longer.
    advance(HOUR_MS)
    await askAsGuest('asha@example.in')
    await follow(await linkTo('confirm', 'asha@example.in', 2))
    expect(new Set(await linkEnds())).toEqual(new Set([asked + HOUR_MS + 180 * DAY_MS]))
    await ask('asha')
    await test.call('asha', 'DELETE', '/stock-alerts/asha/laddoo')
    expect(await links()).toEqual([])
  })

  it('an alert that is confirmed by link after link has few links, and is told of', async () => {
    for (let days = 1; days <= 12; days += 1) {
      await askAsGuest('gita@example.in')
      await follow(await linkTo('confirm', 'gita@example.in', days))
      advance(DAY_MS)
    }
    expect(await links()).toHaveLength(10)
    await setStock('laddoo', 1)
    await test.shop.reconcile()
    expect(await alertMails()).toHaveLength(1)
    expect(await links()).toEqual([])
  })

  it('the erasure finds the links that have ended, and those that were never confirmed', async () => {
    await askAsGuest('asha@example.in')
    await follow(await linkTo('confirm', 'asha@example.in'))
    await follow(await linkTo('stop', 'asha@example.in'))
    // A mail leaves within minutes: none waits for days.
    const askAndMail = async (productId: string) => {
      await askAsGuest('asha@example.in', productId)
      await expect.poll(async () => (await test.shop.outboxState()).mailsWaiting).toBe(0)
    }
    await askAndMail('barfi')
    for (const days of [3, 20, 20]) {
      advance(days * DAY_MS)
      await askAndMail('laddoo')
    }
    await test.call('asha', 'DELETE', '/account/asha')
    expect((await test.everything()) + JSON.stringify(await test.mailbox.list())).not.toContain('asha')
    expect(await links()).toEqual([])
  })

  it('mails that cannot go out silence nobody', async () => {
    const failed = new Set<string>()
    await test.restart({
      mailTransport: {
        concurrency: 50,
        async send({ to }) {
          if (!to.startsWith('stranger')) return
          failed.add(to)
          throw new Error('The server of this address is away')
        },
        close: async () => {},
      },
    })
    await ask('asha')
    for (let index = 0; index < 100; index += 1) await askAsGuest(`stranger${index}@example.in`)
    await expect.poll(() => failed.size).toBe(100)
    await setStock('laddoo', 1)
    await expect
      .poll(async () => {
        await test.shop.reconcile()
        return (await alertMails()).length
      })
      .toBe(1)
    expect((await test.shop.outboxState()).mailsWaiting).toBeGreaterThanOrEqual(100)
  })

  it('no mails are added while a thousand have not left', async () => {
    await ask('asha')
    await setStock('laddoo', 1)
    const { products, storage } = test.shop
    const run = (ofKind: number) =>
      tellOfStock(
        {
          stockAlerts: createStockAlertStore(storage.documents),
          products,
          publicUrl: 'https://snacks.example',
          now: () => test.clock.now,
          countMails: async () => ({ due: 0, ofKind }),
        },
        undefined,
      )
    await run(1000)
    expect(await alertMails()).toEqual([])
    await run(999)
    expect(await alertMails()).toHaveLength(1)
  })

  it('each product has its turn, however many wait for those before it', async () => {
    await test.restart({ mailTransport: { concurrency: 0, send: async () => {}, close: async () => {} } })
    const productIds = Array.from({ length: 6 }, (_, index) => `p${index}`)
    const alerts = createStockAlertStore(test.shop.storage.documents)
    const askedAt = test.clock.now.toISOString()
    for (const productId of productIds) {
      await test.call('boss', 'POST', '/products', aNewProduct(productId, 20))
      for (let index = 0; index < 20; index += 1)
        await alerts.add({
          id: `${productId}-${index}`,
          productId,
          askedAt,
          email: `${productId}-${index}@example.in`,
        })
    }
    const told = async () => {
      await test.shop.reconcile()
      const keys = (await alertMails()).map(({ key }) => key)
      return productIds.map((id) => keys.filter((key) => key.startsWith(`stock-alert:${id}-`)).length)
    }
    expect(await told()).toEqual([10, 10, 10, 10, 10, 0])
    expect(await told()).toEqual([20, 20, 20, 20, 10, 10])
  })

  it('the alerts of a deleted snack end, however many there are, and those of a draft wait', async () => {
    const alerts = createStockAlertStore(test.shop.storage.documents)
    const askedAt = test.clock.now.toISOString()
    for (let index = 0; index < 60; index += 1)
      await alerts.add({ id: `a${index}`, productId: 'laddoo', askedAt, email: `a${index}@example.in` })
    await ask('asha')
    await ask('asha', 'barfi')
    const awaited = async () =>
      (await alerts.listAwaited({ limit: 10, after: undefined })).map(({ body }) => body.productId)
    await expect.poll(awaited).toEqual(['barfi', 'laddoo'])

    const draft = await test.call('boss', 'PUT', '/products/barfi', { published: false })
    expect(draft.status).toBe(200)
    expect((await test.call('boss', 'DELETE', '/products/laddoo')).status).toBe(200)
    await expect
      .poll(async () => {
        await test.shop.reconcile()
        return awaited()
      })
      .toEqual(['barfi'])
    expect(await alerts.first('laddoo', 1)).toEqual([])
    expect(await waitingOf('asha')).toEqual(['barfi'])
  })

  it('pieces that come in place of sold ones are told of at once', async () => {
    for (const sub of ['asha', 'ravi', 'gita', 'mira', 'omar', 'tara']) await ask(sub)
    expect(await toldAt(2)).toBe(4)
    expect(await toldAt(1)).toBe(4)
    expect(await toldAt(2)).toBe(6)
  })

  it('a shopper is told on the devices that asked for it', async () => {
    const service = await startPushService()
    try {
      await test.restart({ findPushService: (endpoint) => service.findPushService(endpoint) })
      await test.call('asha', 'POST', '/push/asha', service.subscribe('phone'))
      await ask('asha')
      await ask('ravi')
      await setStock('laddoo', 1)
      await test.shop.reconcile()
      await expect.poll(() => service.received.map(({ path }) => path)).toEqual(['/phone'])
      expect(service.received[0]?.message).toMatchObject({
        notification: { title: 'Laddoo is back', navigate: `https://snacks.example${productPath('laddoo')}` },
      })
    } finally {
      await service.close()
    }
  })

  it('a form of an older page leads to the product as it is now', async () => {
    expect(await postForm('laddoo')).toEqual([303, contract.STOCK_ALERT_FORM_PAGES.sent])
    expect(await postForm('chips')).toEqual([303, productPath('chips')])
    expect(await postForm('gone')).toEqual([303, productPath('gone')])
    expect(await postForm('')).toEqual([303, contract.STOCK_ALERT_FORM_PAGES.incomplete])
    expect(await mailsOfKind('stock-alert-confirm')).toHaveLength(1)
  })

  it('a link works for 48 hours to confirm, and an invented one never', async () => {
    await askAsGuest('gita@example.in')
    const confirm = await linkTo('confirm', 'gita@example.in')
    advance(48 * HOUR_MS)
    for (const path of [
      confirm,
      '/back-in-stock/confirm?token=x',
      '/back-in-stock/stop?token=x',
      '/back-in-stock/stop',
    ])
      expect(await follow(path)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    expect((await follow('/back-in-stock/stop?token=x')).message).toBe(LINK_INVALID)
  })

  it('a stranger cannot flood an address: three links a day, and the response is the same', async () => {
    const replies = []
    for (let times = 0; times < 6; times += 1) replies.push(await askAsGuest('victim@example.in', 'barfi'))
    expect(new Set(replies.map(({ status, data }) => JSON.stringify([status, data]))).size).toBe(1)
    expect(await mailsOfKind('stock-alert-confirm')).toHaveLength(3)
    advance(24 * HOUR_MS)
    await askAsGuest('victim@example.in', 'barfi')
    expect(await mailsOfKind('stock-alert-confirm')).toHaveLength(4)
  })

  it('a guest who signs in with the address keeps the place and gets one mail', async () => {
    await askAsGuest('asha@example.in')
    await follow(await linkTo('confirm', 'asha@example.in'))
    await ask('ravi')
    await ask('asha')
    expect(await waitingOf('asha')).toEqual(['laddoo'])
    await setStock('laddoo', 1)
    await test.shop.reconcile()
    const told = (await alertMails()).map(({ key }) => key)
    expect(told).toHaveLength(2)
    expect(await subjectsTo('asha@example.in', 2)).toContain('Laddoo is back')
  })

  it('an alert is taken back by a press, and nobody takes back that of another account', async () => {
    await ask('asha')
    await ask('asha', 'barfi')
    expect(await waitingOf('asha')).toEqual(['barfi', 'laddoo'])
    expect((await test.call('ravi', 'DELETE', '/stock-alerts/asha/laddoo')).status).toBe(403)
    expect((await test.call('ravi', 'GET', '/stock-alerts/asha')).status).toBe(403)
    const { data } = await test.call('asha', 'DELETE', '/stock-alerts/asha/laddoo')
    expect(parseExactly(contract.removeStockAlert.reply, { data }).data.productIds).toEqual(['barfi'])
    await setStock('laddoo', 5)
    await test.shop.reconcile()
    expect(await alertMails()).toEqual([])
  })

  it('a snack that is there, an unknown one, a full list and an unconfirmed address are refused', async () => {
    expect(await ask('asha', 'chips')).toMatchObject({ status: 409, code: 'NOT_SOLD_OUT' })
    expect(await ask('asha', 'nope')).toMatchObject({ status: 404, code: 'PRODUCT_NOT_FOUND' })
    expect(await askAsGuest('gita@example.in', 'chips')).toMatchObject({ status: 409, code: 'NOT_SOLD_OUT' })
    expect(await askAsGuest('gita')).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    expect(await test.call('asha', 'POST', '/stock-alerts/asha', {})).toMatchObject({ status: 400 })
    for (let index = 0; index < STOCK_ALERTS_MAX; index += 1) {
      await test.call('boss', 'POST', '/products', aNewProduct(`p${index}`, 0))
      await ask('asha', `p${index}`)
    }
    expect(await ask('asha')).toMatchObject({ status: 409, code: 'STOCK_ALERTS_LIMITED' })
    await test.restart({ verifiedEmailOf: async () => null })
    expect(await ask('ravi')).toMatchObject({ status: 409, code: 'EMAIL_NOT_CONFIRMED' })
  })

  it('a product that is deleted or becomes a draft tells nobody, and one that comes back does', async () => {
    await ask('asha')
    await ask('asha', 'barfi')
    await test.call('boss', 'DELETE', '/products/barfi')
    const { data } = await test.call('boss', 'GET', '/admin/products/laddoo')
    await test.call('boss', 'PUT', '/products/laddoo', { published: false, stock: 3, version: data.version })
    await test.shop.reconcile()
    expect(await alertMails()).toEqual([])
  })

  it('an account is told of in the export, and found nowhere after the erasure', async () => {
    await ask('asha')
    await askAsGuest('asha@example.in', 'barfi')
    await follow(await linkTo('confirm', 'asha@example.in'))
    await ask('ravi')
    const { data } = await test.call('asha', 'GET', '/account/asha/export')
    expect(data.stockAlerts).toMatchObject([
      { productId: 'laddoo', email: 'asha@example.in' },
      { productId: 'barfi', email: 'asha@example.in' },
    ])
    await test.call('asha', 'DELETE', '/account/asha')
    expect((await test.everything()) + JSON.stringify(await test.mailbox.list())).not.toContain('asha')
    await setStock('laddoo', 5)
    await setStock('barfi', 5)
    await test.shop.reconcile()
    expect(await alertMails()).toHaveLength(1)
  })

  it('a mail that waits in the outbox is erased with its person', async () => {
    await test.restart({ mailTransport: { concurrency: 0, send: async () => {}, close: async () => {} } })
    await ask('asha')
    await askAsGuest('asha@example.in', 'barfi')
    await setStock('laddoo', 5)
    await test.shop.reconcile()
    expect(await alertMails()).toHaveLength(1)
    await test.call('asha', 'DELETE', '/account/asha')
    expect(await test.everything()).not.toContain('asha')
  })
}

function aNewProduct(products_id: string, stock: number) {
  return { products_id, name: 'P', description: 'P', price: 1, images: [], category: 'Nuts', stock }
}

function namesSomebody(stored: unknown) {
  return JSON.stringify(stored).includes('@')
}
