import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import * as contract from '@nashta/contracts/ratings/ratings'
import { plainPicture } from '@nashta/images/pictures.fixture'
import { expect, it } from 'vitest'
import { card, openCheckout } from '../orders/work/checkout.fixture.ts'
import type { OpenTestShop } from '../shop.fixture.ts'
import { DEMO_SHOP } from '../shop/demo-shop.ts'
import { createRatingStore } from './rating-store.ts'

const GOOD = { stars: 5, text: 'Fresh and not too sweet', isNamed: true, pictures: [] }
const DAY_MS = 24 * 60 * 60 * 1000
const BY_BOSS = { by: { sub: 'boss', username: 'boss', email: null }, at: '2026-01-01T00:00:00.000Z' }

/** Ratings by buyers, on every adapter. */
export function ratingsSuite(open: OpenTestShop) {
  const { place, shop } = openCheckout((overrides) => open({ guestCheckout: true, ...overrides }))

  const call = (...args: Parameters<ReturnType<typeof shop>['call']>) => shop().call(...args)
  async function deliver(orderId: string) {
    await shop().tokenFor('boss', ['admin'])
    for (const orderStatus of ['SHIPPED', 'DELIVERED'])
      await call('boss', 'PUT', `/purchases/order/${orderId}/status`, { orderStatus })
  }
  const asAdmin = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    await shop().tokenFor('boss', ['admin'])
    return call('boss', method, path, body)
  }

  let orders = 0
  /** An order with another quantity is no replay. */
  async function receive(sub: string, order: Parameters<typeof place>[0] = {}) {
    orders += 1
    const { data } = await place(order, { 'idempotency-key': `order-${orders}` }, sub)
    await deliver(data.purchaseId)
    return data.purchaseId as string
  }
  /** A guest's delivered order. Returns the part of its path that proves who calls. */
  async function receiveAsGuest(email = 'gita@example.in') {
    orders += 1
    const { data } = await call(
      'nobody',
      'POST',
      '/guest-orders',
      {
        email,
        items: [{ productId: 'laddoo', quantity: 2 }],
        totalAmount: 559,
        paymentDetails: card('4242424242424242'),
        shippingAddress: { ...homeAddress, fullName: 'Gita Iyer' },
      },
      { 'idempotency-key': `guest-order-key-${orders}-0000` },
    )
    await deliver(data.order.purchaseId)
    return { path: `/order-links/${data.token}/ratings/laddoo`, token: data.token as string }
  }
  const OWN = '/products/laddoo/rating'
  const rate = (sub: string, fields: object = {}) => call(sub, 'PUT', OWN, { ...GOOD, ...fields })
  const list = async (query = '') => {
    const { data } = await call('nobody', 'GET', `/products/laddoo/ratings${query}`)
    return parseExactly(contract.listRatings.reply, { data }).data
  }
  const average = async (id = 'laddoo') => (await call('nobody', 'GET', `/products/${id}`)).data.rating
  const firstId = async () => (await list()).ratings[0]?.id ?? ''
  const addPicture = async (sub: string, width: number) => {
    const response = await shop().shop.app.inject({
      method: 'POST',
      url: `/api${OWN}/pictures`,
      headers: { authorization: `Bearer ${await shop().tokenFor(sub)}`, 'content-type': 'image/png' },
      body: await plainPicture(width).png().toBuffer(),
    })
    return { status: response.statusCode, ...response.json<{ data: contract.OwnRating; code?: string }>() }
  }
  const kinds = async () => (await shop().queuedMails()).map(({ kind }) => kind)
  const pictureAtDesk = async (sub: string, id: string, pictureId: string) => {
    const { statusCode } = await shop().shop.app.inject({
      method: 'GET',
      url: `/api/admin/ratings/${id}/pictures/${pictureId}`,
      headers: { authorization: `Bearer ${await shop().tokenFor(sub)}` },
    })
    return statusCode
  }
  const picture = (id: string, pictureId: string) =>
    shop().shop.app.inject({ method: 'GET', url: `/api/ratings/${id}/pictures/${pictureId}` })

  it('a buyer rates a snack once, changes the rating, and every visitor sees it', async () => {
    await receive('asha')
    const { data: state } = await call('asha', 'GET', OWN)
    expect(parseExactly(contract.getOwnRating.reply, { data: state }).data).toEqual({
      firstName: 'Asha',
      rating: null,
    })
    const { data: saved } = await rate('asha')
    parseExactly(contract.saveRating.reply, { data: saved })
    await rate('asha', { stars: 2, text: 'Stale', isNamed: false })
    expect(await list()).toMatchObject({
      stars: [0, 1, 0, 0, 0],
      ratings: [{ stars: 2, text: 'Stale', name: 'A buyer', helpful: 0 }],
    })
    expect(await average()).toEqual({ sum: 2, count: 1 })
    await receive('ravi')
    await rate('ravi')
    expect(await average()).toEqual({ sum: 7, count: 2 })
    await call('asha', 'DELETE', OWN)
    expect(await average()).toEqual({ sum: 5, count: 1 })
    await call('ravi', 'DELETE', OWN)
    expect(await average()).toBeUndefined()
  })

  it('a stranger, a buyer before delivery and the link of another order cannot rate', async () => {
    const { data } = await place({}, { 'idempotency-key': 'under-way' }, 'asha')
    expect(await rate('asha')).toMatchObject({ status: 404, code: 'NOT_A_BUYER' })
    await deliver(data.purchaseId)
    expect(await rate('asha')).toMatchObject({ status: 200 })
    expect(await rate('ravi')).toMatchObject({ status: 404, code: 'NOT_A_BUYER' })
    // The order of a guest who typed Asha's address proves a purchase, and not that it was Asha.
    const guest = await receiveAsGuest('asha@example.in')
    const { data: seen } = await call('nobody', 'GET', guest.path)
    expect(seen.rating).toBeNull()
    expect(await call('nobody', 'PUT', guest.path, { ...GOOD, stars: 1 })).toMatchObject({
      status: 409,
      code: 'RATED_ALREADY',
    })
    expect(await call('ravi', 'DELETE', OWN)).toMatchObject({ status: 404, code: 'NOT_A_BUYER' })
    // Not an error: a page reads it to tell whether a form is of use.
    expect(await call('ravi', 'GET', OWN)).toMatchObject({ status: 200, data: null })
    const barfi = guest.path.replace('laddoo', 'barfi')
    expect(await call('nobody', 'GET', barfi)).toMatchObject({ status: 200, data: null })
    expect(await call('nobody', 'PUT', barfi, GOOD)).toMatchObject({ status: 404, code: 'NOT_A_BUYER' })
    expect(await call('nobody', 'PUT', '/order-links/x/ratings/laddoo', GOOD)).toMatchObject({ status: 404 })
    expect(await average()).toEqual({ sum: 5, count: 1 })
  })

  it('a guest who types the address of an account does not keep the account from rating', async () => {
    const guest = await receiveAsGuest('asha@example.in')
    expect(await call('nobody', 'PUT', guest.path, { ...GOOD, stars: 1 })).toMatchObject({ status: 200 })
    await receive('asha')
    const rated = await Promise.all([rate('asha'), rate('asha')])
    expect(rated.map(({ status }) => status)).toEqual([200, 200])
    expect(await rate('asha', { stars: 4 })).toMatchObject({ status: 200, data: { stars: 4 } })
    const second = await receiveAsGuest('asha@example.in')
    expect(await call('nobody', 'PUT', second.path, GOOD)).toMatchObject({ code: 'RATED_ALREADY' })
    expect(await average()).toEqual({ sum: 5, count: 2 })
    await call('asha', 'DELETE', OWN)
    expect((await list()).ratings).toMatchObject([{ stars: 1 }])
  })

  it('a guest rates with the link of the order, and a second order of theirs gives no second rating', async () => {
    const first = await receiveAsGuest()
    expect(await call('nobody', 'PUT', first.path, GOOD)).toMatchObject({ status: 200 })
    const second = await receiveAsGuest()
    expect(await call('nobody', 'PUT', second.path, GOOD)).toMatchObject({ code: 'RATED_ALREADY' })
    expect(await call('nobody', 'DELETE', second.path)).toMatchObject({ status: 200 })
    expect((await list()).ratings).toMatchObject([{ name: 'Gita', stars: 5 }])
  })

  it('all packs of a snack share one rating and one average, new packs too', async () => {
    await receive('asha')
    await rate('asha')
    await asAdmin('POST', '/products', {
      products_id: 'laddoo-big',
      name: 'Laddoo',
      price: 10,
      family: 'laddoo',
    })
    expect(await average('laddoo-big')).toEqual({ sum: 5, count: 1 })
    await call('boss', 'PUT', '/products/laddoo', { family: 'laddoo' })
    expect(await average()).toEqual({ sum: 5, count: 1 })
    expect(await call('asha', 'PUT', '/products/laddoo-big/rating', { ...GOOD, stars: 1 })).toMatchObject({
      status: 200,
    })
    expect(await average()).toEqual({ sum: 1, count: 1 })
    expect(await average('laddoo-big')).toEqual({ sum: 1, count: 1 })
  })

  const BARFI = { items: [{ productId: 'barfi', quantity: 1 }], totalAmount: 400 }
  const group = (id: string, family: string | null) => asAdmin('PUT', `/products/${id}`, { family })
  const rateBarfi = (sub: string, stars: number) =>
    call(sub, 'PUT', '/products/barfi/rating', { ...GOOD, stars })

  it('the ratings of two snacks add up when they become packs of one, also the hidden ones, and part with them', async () => {
    await receive('asha')
    await receive('ravi')
    await rate('asha', { stars: 5 })
    await rate('ravi', { stars: 2 })
    await receive('mira', BARFI)
    await rateBarfi('mira', 4)
    const { id = '' } = (await list()).ratings.find(({ stars }) => stars === 2) ?? {}
    await asAdmin('POST', `/admin/ratings/${id}/hide`, { reason: 'insult' })

    expect((await group('laddoo', 'sweets')).status).toBe(200)
    expect(await average()).toEqual({ sum: 5, count: 1 })
    await group('barfi', 'sweets')
    expect(await average()).toEqual({ sum: 9, count: 2 })
    expect(await average('barfi')).toEqual({ sum: 9, count: 2 })
    expect((await list()).ratings).toHaveLength(2)
    await asAdmin('POST', `/admin/ratings/${id}/show`, {})
    expect(await average('barfi')).toEqual({ sum: 11, count: 3 })
    // Who has rated one pack has rated the snack.
    expect((await call('asha', 'PUT', '/products/barfi/rating', { ...GOOD, stars: 3 })).status).toBe(200)
    expect(await average()).toEqual({ sum: 9, count: 3 })

    await group('barfi', null)
    expect(await average()).toEqual({ sum: 5, count: 2 })
    expect(await average('barfi')).toEqual({ sum: 4, count: 1 })
    expect((await list()).stars).toEqual([0, 1, 1, 0, 0])
  })

  it('a person who has rated two snacks counts once when they become packs of one', async () => {
    await receive('asha')
    await receive('asha', BARFI)
    await rate('asha', { stars: 5 })
    await rateBarfi('asha', 2)
    await group('laddoo', 'sweets')
    await group('barfi', 'sweets')
    expect(await average()).toEqual({ sum: 5, count: 1 })
    const { data } = await call('asha', 'GET', '/account/asha/export')
    expect(data.ratings).toHaveLength(2)
    await group('barfi', null)
    expect(await average('barfi')).toEqual({ sum: 2, count: 1 })
    await group('barfi', 'sweets')
    await call('asha', 'DELETE', '/account/asha')
    expect(await average('barfi')).toBeUndefined()
    expect(await shop().everything()).not.toContain('rating-person#asha')
  })

  it('the ratings of a pack that was deleted stay with the snack, and follow its last pack', async () => {
    await receive('asha')
    await receive('mira', BARFI)
    await rate('asha', { stars: 5 })
    await rateBarfi('mira', 4)
    await group('laddoo', 'sweets')
    await group('barfi', 'sweets')
    await asAdmin('DELETE', '/products/laddoo')
    expect(await average('barfi')).toEqual({ sum: 9, count: 2 })
    await group('barfi', 'mithai')
    expect(await average('barfi')).toEqual({ sum: 9, count: 2 })
  })

  it('ratings follow a product also when the process died before they did', async () => {
    await receive('asha')
    await rate('asha')
    const { storage, products } = shop().shop
    const store = createRatingStore(storage.documents)
    await store.noteFamilyChange({ productId: 'laddoo', from: 'laddoo' }, shop().clock.now)
    await products.update('laddoo', { family: 'sweets' }, BY_BOSS)
    expect((await list()).ratings).toEqual([])
    shop().clock.now = new Date(shop().clock.now.getTime() + 2 * 60_000)
    await shop().shop.reconcile()
    expect((await list()).ratings).toHaveLength(1)
    expect(await average()).toEqual({ sum: 5, count: 1 })
    expect(await store.listFamilyChanges(new Date(shop().clock.now.getTime() + 1))).toEqual([])
  })

  it('an operator who edits a product is not disturbed by a rating', async () => {
    await receive('asha')
    await shop().tokenFor('boss', ['admin'])
    const { data } = await call('boss', 'GET', '/admin/products/laddoo')
    await rate('asha')
    const seen = { 'if-match': `"${data.version}"` }
    expect((await call('boss', 'PUT', '/products/laddoo', { name: 'Besan Laddoo' }, seen)).status).toBe(200)
    expect(await average()).toEqual({ sum: 5, count: 1 })
  })

  it('the shop hides a rating for a published reason only, tells its author, and shows it again', async () => {
    const orderId = await receive('asha')
    await rate('asha')
    const id = await firstId()
    expect(await call('boss', 'POST', `/admin/ratings/${id}/hide`, { reason: 'bad for us' })).toMatchObject({
      status: 400,
    })
    const { data: hidden } = await call('boss', 'POST', `/admin/ratings/${id}/hide`, { reason: 'insult' })
    expect(parseExactly(contract.hideRating.reply, { data: hidden }).data).toMatchObject({
      orderId,
      productName: 'Motichoor Laddoo',
      hidden: { reason: 'insult', by: 'boss@example.in' },
    })
    await call('boss', 'POST', `/admin/ratings/${id}/hide`, { reason: 'insult' })
    expect(await list()).toEqual({ stars: [0, 0, 0, 0, 0], ratings: [], nextCursor: null })
    expect(await average()).toBeUndefined()
    expect((await kinds()).filter((kind) => kind === 'rating-hidden')).toHaveLength(1)

    const objection = { text: 'I insulted nobody' }
    const { data: own } = await call('asha', 'POST', `${OWN}/objection`, objection)
    expect(own.hidden).toMatchObject({ reason: 'insult' })
    await call('asha', 'POST', `${OWN}/objection`, objection)
    const { data: due } = await call('boss', 'GET', '/admin/tickets')
    expect(due.tickets).toMatchObject([
      {
        number: own.objection.number,
        isAboutOrder: true,
        text: expect.stringContaining('I insulted nobody'),
      },
    ])
    const { data: desk } = await call('boss', 'GET', '/admin/ratings?list=hidden')
    expect(parseExactly(contract.listRatingsAtDesk.reply, { data: desk }).data.ratings).toMatchObject([
      { id, objection: { number: own.objection.number } },
    ])

    await call('boss', 'POST', `/admin/ratings/${id}/show`, {})
    expect(await average()).toEqual({ sum: 5, count: 1 })
    expect(await kinds()).toContain('rating-shown')
    const { data: log } = await call('boss', 'GET', '/admin/log?kind=product&subject=laddoo')
    expect(log.entries).toMatchObject([
      { changes: { rating: { from: 'hidden', to: 'shown' } } },
      { changes: { rating: { from: 'shown', to: 'hidden: insult' } } },
    ])
    // A shown rating has nothing to object to.
    expect(await call('asha', 'POST', `${OWN}/objection`, objection)).toMatchObject({ status: 409 })
  })

  it('a rating that is changed while hidden stays hidden', async () => {
    await receive('asha')
    await rate('asha')
    await shop().tokenFor('boss', ['admin'])
    await call('boss', 'POST', `/admin/ratings/${await firstId()}/hide`, { reason: 'person' })
    await rate('asha', { stars: 1 })
    expect(await average()).toBeUndefined()
    expect((await list()).ratings).toEqual([])
    // Erased and made again, it is hidden still.
    expect(await call('asha', 'DELETE', OWN)).toMatchObject({ status: 200 })
    expect((await call('asha', 'GET', OWN)).data.rating).toMatchObject({
      text: '',
      hidden: { reason: 'person' },
    })
    await rate('asha')
    expect((await list()).ratings).toEqual([])
  })

  it('the link of an account’s order rates nothing: its mails may be forwarded', async () => {
    const purchaseId = await receive('asha')
    const renewed = await call('asha', 'POST', `/purchases/order/${purchaseId}/link`, {})
    const path = `/order-links/${renewed.data.token}/ratings/laddoo`
    for (const [method, body] of [['GET'], ['PUT', GOOD], ['DELETE']] as const)
      expect(await call('nobody', method, path, body)).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' })
  })

  it('the shop answers a rating once', async () => {
    await receive('asha')
    await rate('asha', { stars: 1 })
    const path = `/admin/ratings/${await firstId()}/answer`
    expect((await call('boss', 'POST', path, { text: 'We are sorry' })).status).toBe(200)
    expect((await call('boss', 'POST', path, { text: 'We are sorry' })).status).toBe(200)
    expect((await call('boss', 'POST', path, { text: 'You are wrong' })).status).toBe(409)
    expect((await list()).ratings[0]?.answer).toMatchObject({ text: 'We are sorry' })
  })

  it('ratings are sorted by newest or most helpful, page by page, never by stars', async () => {
    const ids: string[] = []
    for (const [index, sub] of ['asha', 'ravi', 'mira'].entries()) {
      await receive(sub)
      await rate(sub, { stars: 1 + index })
      ids.unshift(await firstId())
      shop().clock.now = new Date(shop().clock.now.getTime() + 60_000)
    }
    expect((await list()).ratings.map(({ id }) => id)).toEqual(ids)
    const oldest = ids[2] ?? ''
    const vote = (sub: string) => call(sub, 'POST', `/ratings/${oldest}/helpful`, {})
    expect((await vote('ravi')).data).toEqual({ helpful: 1 })
    // A second vote of the same visitor does not count.
    expect((await vote('ravi')).data).toEqual({ helpful: 1 })
    expect((await vote('mira')).data).toEqual({ helpful: 2 })
    const page = await list('?sort=helpful&limit=2')
    expect(page.ratings.map(({ id }) => id)).toEqual([oldest, ids[0]])
    const rest = await list(`?sort=helpful&limit=2&cursor=${encodeURIComponent(page.nextCursor ?? '')}`)
    expect(rest.ratings.map(({ id }) => id)).toEqual([ids[1]])
    expect(await call('asha', 'POST', '/ratings/none/helpful', {})).toMatchObject({ status: 404 })
  })

  it('a rating has up to three pictures, which are hidden and erased with it', async () => {
    await receive('asha')
    expect((await addPicture('asha', 40)).code).toBe('RATING_NOT_FOUND')
    await rate('asha')
    const first = await addPicture('asha', 40)
    expect(first).toMatchObject({ status: 201, data: { pictures: [{ width: 40 }] } })
    await addPicture('asha', 50)
    await addPicture('asha', 60)
    expect(await addPicture('asha', 70)).toMatchObject({ status: 409, code: 'PICTURES_LIMITED' })
    const [shown] = (await list()).ratings
    const [a, b] = shown?.pictures ?? []
    const read = await picture(shown?.id ?? '', a?.id ?? '')
    expect([read.statusCode, read.headers['content-type']]).toEqual([200, 'image/webp'])
    await rate('asha', { pictures: [a?.id] })
    expect((await picture(shown?.id ?? '', b?.id ?? '')).statusCode).toBe(404)
    expect(shop().storedHelpPictures()).toHaveLength(1)
    await shop().tokenFor('boss', ['admin'])
    await call('boss', 'POST', `/admin/ratings/${shown?.id}/hide`, { reason: 'person' })
    expect((await picture(shown?.id ?? '', a?.id ?? '')).statusCode).toBe(404)
    // The desk sees it: the objection may be about the picture.
    const atDesk = (sub: string) => pictureAtDesk(sub, shown?.id ?? '', a?.id ?? '')
    expect([await atDesk('boss'), await atDesk('asha')]).toEqual([200, 403])
    await call('asha', 'DELETE', OWN)
    expect(shop().storedHelpPictures()).toEqual([])
  })

  it('some days after delivery one mail asks for ratings, unless the shopper has unsubscribed', async () => {
    const asked = async () => (await shop().queuedMails()).filter(({ kind }) => kind === 'rating-ask').length
    const wait = async (days: number) => {
      shop().clock.now = new Date(shop().clock.now.getTime() + days * DAY_MS)
      await shop().shop.reconcile()
    }
    await receive('asha')
    const guest = await receiveAsGuest()
    await call('nobody', 'POST', `/order-links/${guest.token}/no-rating-mails`, {})
    await wait(4)
    expect(await asked()).toBe(0)
    await wait(2)
    expect(await asked()).toBe(1)
    await wait(40)
    expect(await asked()).toBe(1)

    // Who has rated the snacks is not asked, nor is anybody whose shop wants no such mails.
    await receive('ravi')
    await rate('ravi')
    await wait(6)
    expect(await asked()).toBe(1)
    await shop().tokenFor('boss', ['admin'])
    await call('boss', 'PUT', '/admin/shop', { ...DEMO_SHOP, ratingMailDays: 0 })
    await receive('mira')
    await wait(30)
    expect(await asked()).toBe(1)
  })

  it('an erased shopper leaves no rating, text, picture or vote, and the average follows', async () => {
    await receive('asha')
    await receive('ravi')
    await rate('asha', { stars: 1, text: 'asha says stale' })
    await rate('ravi')
    await addPicture('asha', 40)
    const { data: exported } = await call('asha', 'GET', '/account/asha/export')
    expect(exported.ratings).toMatchObject([{ stars: 1, text: 'asha says stale', productId: 'laddoo' }])
    expect((await call('asha', 'DELETE', '/account/asha')).status).toBe(200)
    expect((await list()).ratings).toMatchObject([{ stars: 5 }])
    expect(await average()).toEqual({ sum: 5, count: 1 })
    expect(shop().storedHelpPictures()).toEqual([])
    expect(await shop().everything()).not.toContain('asha says stale')
  })

  it('a rating is read and erased by its author after its snack was deleted or has moved to another family', async () => {
    await receive('asha')
    const guest = await receiveAsGuest()
    await rate('asha', { text: 'asha says stale' })
    await call('nobody', 'PUT', guest.path, { ...GOOD, text: 'gita says crisp' })
    const moved = await asAdmin('PUT', '/products/laddoo', { family: 'sweets', packLabel: '1 kg' })
    expect(moved.status).toBe(200)
    expect((await call('asha', 'GET', OWN)).data.rating).toMatchObject({ text: 'asha says stale' })
    expect(await rate('asha', { text: 'asha says softer' })).toMatchObject({ status: 200 })
    expect((await call('asha', 'DELETE', OWN)).status).toBe(200)
    expect((await call('asha', 'GET', OWN)).data.rating).toBeNull()

    expect((await asAdmin('DELETE', '/products/laddoo')).status).toBe(200)
    expect((await call('nobody', 'GET', guest.path)).data.rating).toMatchObject({ text: 'gita says crisp' })
    // Only erasing is left of what an author does.
    expect(await call('nobody', 'PUT', guest.path, GOOD)).toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
    expect((await call('nobody', 'DELETE', guest.path)).status).toBe(200)
    expect(await call('nobody', 'GET', guest.path)).toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
    const left = await shop().everything()
    for (const text of ['asha says', 'gita says']) expect(left).not.toContain(text)
  })

  it('a hidden rating of a snack that was deleted is emptied by its author, and may be objected to', async () => {
    await receive('asha')
    await rate('asha', { text: 'asha says stale' })
    const id = await firstId()
    await asAdmin('POST', `/admin/ratings/${id}/hide`, { reason: 'insult' })
    await asAdmin('DELETE', '/products/laddoo')
    expect(await call('asha', 'POST', `${OWN}/objection`, { text: 'It was stale' })).toMatchObject({
      status: 200,
    })
    expect((await call('asha', 'DELETE', OWN)).status).toBe(200)
    expect((await call('asha', 'GET', OWN)).data.rating).toMatchObject({ text: '', hidden: {} })
  })

  it('the ratings of a draft answer like those of an unknown product', async () => {
    await receive('asha')
    await receive('ravi')
    await rate('asha')
    await addPicture('asha', 40)
    const id = await firstId()
    const pictureId = (await list()).ratings[0]?.pictures[0]?.id ?? ''
    await asAdmin('PUT', '/products/laddoo', { published: false })
    const answers = async (product: string) => {
      const all = await Promise.all([
        call('nobody', 'GET', `/products/${product}/ratings`),
        call('ravi', 'GET', `/products/${product}/rating`),
        call('ravi', 'PUT', `/products/${product}/rating`, GOOD),
        call('ravi', 'DELETE', `/products/${product}/rating`),
        call('mira', 'GET', `/products/${product}/rating`),
        call('mira', 'POST', `/products/${product}/rating/objection`, { text: 'Why' }),
      ])
      return all.map(({ status, code, message }) => [status, code, message])
    }
    expect(await answers('laddoo')).toEqual(await answers('unknown'))
    expect(await call('ravi', 'POST', `/ratings/${id}/helpful`, {})).toMatchObject({ status: 404 })
    expect((await picture(id, pictureId)).statusCode).toBe(404)
    // Its author reads and erases it.
    expect((await call('asha', 'GET', OWN)).data.rating).toMatchObject({ stars: 5 })
    await asAdmin('PUT', '/products/laddoo', { published: true })
    expect((await list()).ratings).toHaveLength(1)
  })

  it('an erased shopper leaves no trace among those who found a rating helpful, and downloads it before', async () => {
    await receive('asha')
    await rate('asha')
    const id = await firstId()
    await call('ravi', 'POST', `/ratings/${id}/helpful`, {})
    expect((await call('ravi', 'GET', '/account/ravi/export')).data.helpfulVotes).toMatchObject([
      { ratingId: id },
    ])
    expect(await shop().everything()).toContain('user#ravi')
    expect((await call('ravi', 'DELETE', '/account/ravi')).status).toBe(200)
    expect(await shop().everything()).not.toContain('user#ravi')
    expect((await list()).ratings).toMatchObject([{ helpful: 1 }])
    await call('mira', 'POST', `/ratings/${id}/helpful`, {})
    await call('asha', 'DELETE', OWN)
    expect(await shop().everything()).not.toContain('user#mira')
  })

  it('the log says who has answered a rating, and not how', async () => {
    await receive('asha')
    await rate('asha')
    const answer = { text: 'Thank you, Asha' }
    for (let time = 0; time < 2; time += 1)
      await asAdmin('POST', `/admin/ratings/${await firstId()}/answer`, answer)
    const { data } = await asAdmin('GET', '/admin/log?kind=product&subject=laddoo')
    const entries = data.entries.filter(({ changes }: { changes: object }) => 'ratingAnswer' in changes)
    expect(entries).toMatchObject([{ by: { sub: 'boss' }, changes: { ratingAnswer: { to: 'added' } } }])
    expect(JSON.stringify(data)).not.toContain('Thank you')
  })

  it('a guest whose order an account took over changes the rating from the account', async () => {
    const guest = await receiveAsGuest('asha@example.in')
    await call('nobody', 'PUT', guest.path, GOOD)
    expect((await call('asha', 'POST', `/order-links/${guest.token}/claim`, {})).status).toBe(200)
    expect(await rate('asha', { stars: 3 })).toMatchObject({ status: 200 })
    expect((await list()).ratings).toMatchObject([{ stars: 3 }])
    expect((await call('asha', 'DELETE', '/account/asha')).status).toBe(200)
    expect((await list()).ratings).toEqual([])
  })
}
