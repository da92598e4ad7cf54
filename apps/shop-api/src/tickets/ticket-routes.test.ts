import { mailsMax } from '@nashta/contracts/api/rate-limits'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { asPaise } from '@nashta/contracts/money'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import {
  createTicket,
  getTicket,
  getTicketAtDesk,
  listTickets,
  replyToTicket,
} from '@nashta/contracts/tickets/ticket'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aProduct } from '../catalogue/product.fixture.ts'
import { GOOD_CARD } from '../orders/work/checkout.fixture.ts'
import { openTestShop } from '../shop.fixture.ts'

let test: Awaited<ReturnType<typeof openTestShop>>
beforeEach(async () => {
  test = await openTestShop()
})
afterEach(() => test.close())

const COMPLAINT = { name: 'Asha', email: 'Asha@example.com', text: 'The chips were stale' }

/** Sends a complaint, which may be invalid. */
async function postComplaint(fields = {}) {
  const response = await test.shop.app.inject({
    method: 'POST',
    url: '/api/tickets',
    body: { ...COMPLAINT, ...fields },
  })
  return { status: response.statusCode, body: response.json() }
}
/** Sends a valid complaint. Returns its number, its token and its deadlines. */
const createComplaint = async (fields = {}) =>
  parseExactly(createTicket.reply, (await postComplaint(fields)).body).data
const readTicket = async (token: string) => (await test.shop.app.inject(`/api/tickets/${token}`)).json().data
/** Takes a step as an operator. */
const takeStep = (number: string, action: string, body: object = {}, headers = {}) =>
  test.call('boss', 'POST', `/admin/tickets/${number}/${action}`, body, headers)
/** Returns the mails in the mailbox as soon as there are `count`, newest first. */
async function waitForMails(count: number) {
  for (;;) {
    const sent = await test.mailbox.list('asha@example.com')
    if (sent.length >= count) return sent
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

it('a complaint gets a number, a link and deadlines, and a mail with them', async () => {
  const { status, body } = await postComplaint({ orderNumber: ' AB12CD34 ' })
  expect(status).toBe(201)
  const { data } = parseExactly(createTicket.reply, body)
  expect(data).toEqual({
    number: expect.stringMatching(/^G-[0-9A-HJKMNP-TV-Z]{8}$/),
    token: expect.stringMatching(/^[\w-]{22}$/),
    acknowledgeBy: '2026-01-03T12:00:00.000Z',
    resolveBy: '2026-02-01T12:00:00.000Z',
  })

  const [mail] = await waitForMails(1)
  expect(mail?.subject).toBe(`Your complaint ${data.number} has reached us`)
  expect(mail?.text).toContain(`https://snacks.example/grievance/${data.token}\n`)
  // The mail does not quote the complaint, because the address may belong to another person.
  expect(mail?.text).not.toContain('stale')
})

it('the link shows the complaint without name and address, and is not cached', async () => {
  const { number, token } = await createComplaint({ orderNumber: 'AB12CD34' })
  const response = await test.shop.app.inject(`/api/tickets/${token}`)

  expect(response.headers['cache-control']).toBe('no-store')
  expect(parseExactly(getTicket.reply, response.json()).data).toEqual({
    number,
    status: 'open',
    orderNumber: 'AB12CD34',
    text: 'The chips were stale',
    pictures: [],
    createdAt: '2026-01-01T12:00:00.000Z',
    acknowledgeBy: '2026-01-03T12:00:00.000Z',
    resolveBy: '2026-02-01T12:00:00.000Z',
    steps: [],
  })
})

it('a token is stored only as its hash', async () => {
  const { token } = await createComplaint()
  // The mail in the outbox has the token until it is sent.
  await expect.poll(() => test.everything()).not.toContain(token)
})

it.each(['', 'x'.repeat(22), 'x'.repeat(5000), 'G-00000000'])(
  'no complaint is found by its number, or by the wrong token "%s"',
  async (wrongToken) => {
    const { number } = await createComplaint()
    for (const wrong of [wrongToken, number]) {
      expect((await test.shop.app.inject(`/api/tickets/${wrong}`)).statusCode).toBeGreaterThanOrEqual(400)
    }
  },
)

it.each([
  ['without a name', { name: ' ' }, 'body.name: Name is required'],
  ['without an address', { email: '' }, 'body.email: Email is required'],
  ['without a text', { text: '' }, 'body.text: Please say what is wrong'],
  ['that is too long', { text: 'x'.repeat(4001) }, 'body.text: Please use at most 4000 characters'],
  [
    'with a long order number',
    { orderNumber: 'x'.repeat(65) },
    'body.orderNumber: An order number has at most 64 characters',
  ],
])('a complaint %s is refused', async (_case, fields, message) => {
  expect(await postComplaint(fields)).toMatchObject({ status: 400, body: { message } })
  expect(await test.queuedMails()).toEqual([])
})

it.each([
  ['a second address', 'a@x.in,b@x.in'],
  ['full-width letters', '\uff41sha@example.com'],
  ['an invisible letter', 'asha@example.com\u200b'],
  ['a soft hyphen', 'asha@exam\u00adple.com'],
  ['a Chinese full stop', 'asha@mail.example\u3002com'],
  ['a full-width domain', 'asha@\uff45xample.com'],
])('a complaint whose e-mail address has %s is refused', async (_case, email) => {
  const message = 'body.email: Email is invalid'
  expect(await postComplaint({ email })).toMatchObject({ status: 400, body: { message } })
  expect(await test.queuedMails()).toEqual([])
})

it('an e-mail address in any case gets a limited number of mails an hour', async () => {
  const limit = mailsMax('other')
  for (let count = 0; count < limit + 2; count += 1)
    await createComplaint({ email: count % 2 ? 'ASHA@example.com' : 'asha@example.com' })
  expect(await test.queuedMails()).toHaveLength(limit)
})

it('an operator acknowledges, replies to and closes a complaint, each with a mail', async () => {
  const { number, token } = await createComplaint()
  expect((await takeStep(number, 'acknowledge')).status).toBe(200)
  const {
    headers: _headers,
    status,
    ...replied
  } = await takeStep(number, 'reply', { text: 'New chips are on the way' })
  expect(status).toBe(200)
  expect(parseExactly(replyToTicket.reply, replied).data).toMatchObject({
    email: 'asha@example.com',
    steps: [
      { kind: 'acknowledged', by: 'boss@example.in' },
      { kind: 'replied', text: 'New chips are on the way' },
    ],
  })
  await takeStep(number, 'close', { text: 'Delivered again' })

  expect(await readTicket(token)).toMatchObject({
    status: 'closed',
    steps: [{ kind: 'acknowledged' }, { kind: 'replied' }, { kind: 'closed', text: 'Delivered again' }],
  })
  // The link does not show the name of the operator.
  expect(JSON.stringify(await readTicket(token))).not.toContain('boss')
  const mails = (await waitForMails(4)).toReversed()
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Your complaint ${number} has reached us`,
    `We are looking into your complaint ${number}`,
    `An answer to your complaint ${number}`,
    `Your complaint ${number} is closed`,
  ])
  expect(mails[2]?.text).toContain('New chips are on the way')
  expect(await takeStep(number, 'reply', { text: 'Too late' })).toMatchObject({
    status: 409,
    code: 'ILLEGAL_TRANSITION',
  })
})

it('a ticket takes 25 replies, and can be closed after that', async () => {
  const { number } = await createComplaint()
  for (let count = 0; count < 25; count += 1)
    expect((await takeStep(number, 'reply', { text: 'We are looking into it' })).status).toBe(200)
  expect(await takeStep(number, 'reply', { text: 'Once more' })).toMatchObject({
    status: 409,
    message: 'A ticket has at most 25 replies. Please close it',
  })
  expect((await takeStep(number, 'close', { text: 'Delivered again' })).status).toBe(200)
})

it('a repeated reply with the same idempotency key is mailed once', async () => {
  const { number, token } = await createComplaint()
  const reply = () => takeStep(number, 'reply', { text: 'Sorry' }, { 'idempotency-key': 'once' })
  await reply()
  await reply()
  expect((await readTicket(token)).steps).toHaveLength(1)
  const kinds = (await test.queuedMails()).map(({ kind }) => kind)
  expect(kinds).toEqual(['ticket-received', 'ticket-replied'])
})

/** Places an order of asha, whose e-mail address is asha@example.in. */
async function placeOrder() {
  const product = aProduct({ products_id: 'laddoo', pricePaise: asPaise(27_950) })
  await test.shop.products.fillIfEmpty([product])
  const { data } = await test.call('asha', 'POST', '/purchases/asha', {
    items: [{ productId: 'laddoo', quantity: 1 }],
    totalAmount: 279.5,
    paymentDetails: GOOD_CARD,
    shippingAddress: homeAddress,
  })
  return { purchaseId: String(data.purchaseId), email: 'asha@example.in' }
}

/** The tickets at the desk, and the cursor of the next page. */
async function listAtDesk(query = '') {
  const { status, headers: _headers, ...body } = await test.call('boss', 'GET', `/admin/tickets${query}`)
  expect(status).toBe(200)
  const { tickets, nextCursor } = parseExactly(listTickets.reply, body).data
  return { tickets, numbers: tickets.map(({ number }) => number), nextCursor }
}

it('operators see open and closed tickets in two lists; other callers see and change none', async () => {
  const first = await createComplaint()
  test.clock.now = new Date(test.clock.now.getTime() + 1000)
  const second = await createComplaint()
  await takeStep(first.number, 'close', { text: 'Done' })

  const due = await listAtDesk()
  expect(due.numbers).toEqual([second.number])
  expect(JSON.stringify(due.tickets)).not.toMatch(/tokenHash/)
  expect((await listAtDesk('?list=closed')).numbers).toEqual([first.number])

  expect((await test.call('asha', 'GET', '/admin/tickets')).status).toBe(403)
  expect((await test.call('asha', 'POST', `/admin/tickets/${second.number}/acknowledge`, {})).status).toBe(
    403,
  )
  expect((await test.shop.app.inject('/api/admin/tickets')).statusCode).toBe(401)
})

it('a flood of false complaints does not hide one with the number and address of an order', async () => {
  const order = await placeOrder()
  for (let count = 0; count < 12; count += 1)
    await createComplaint({ email: `nobody${count}@example.com`, orderNumber: orderNumber(order.purchaseId) })
  test.clock.now = new Date(test.clock.now.getTime() + 60_000)
  const honest = await createComplaint({ email: order.email, orderNumber: orderNumber(order.purchaseId) })

  const first = await listAtDesk('?limit=5')
  expect(first.numbers[0]).toBe(honest.number)
  expect(first.tickets.map(({ isAboutOrder }) => isAboutOrder)).toEqual([true, false, false, false, false])
  // Every other complaint is on a later page, once.
  const all = [...first.numbers]
  for (let { nextCursor } = first; nextCursor !== null;) {
    const page = await listAtDesk(`?limit=5&cursor=${encodeURIComponent(nextCursor)}`)
    all.push(...page.numbers)
    nextCursor = page.nextCursor
  }
  expect(all).toHaveLength(13)
  expect(new Set(all).size).toBe(13)
})

it('tickets are found by their number, an e-mail address or an order number, also closed ones', async () => {
  const order = await placeOrder()
  const { number } = await createComplaint({
    email: order.email,
    orderNumber: `#${orderNumber(order.purchaseId)}`,
  })
  await createComplaint({ email: 'ravi@example.com' })
  await takeStep(number, 'close', { text: 'Done' })
  for (const search of [
    number,
    number.toLowerCase(),
    order.email,
    orderNumber(order.purchaseId),
    `#${orderNumber(order.purchaseId)}`,
  ])
    expect((await listAtDesk(`?search=${encodeURIComponent(search)}`)).numbers).toEqual([number])
  expect((await listAtDesk('?search=G-00000000')).numbers).toEqual([])
})

it('many tickets are closed at once, with or without a mail, and a closed one is refused', async () => {
  const [first, second] = [await createComplaint(), await createComplaint()]
  const close = (numbers: string[], isMailed: boolean) =>
    test.call('boss', 'POST', '/admin/tickets/close', { numbers, text: 'Not a complaint', isMailed })
  await close([first.number], true)
  expect((await close([first.number, second.number], false)).data).toEqual({
    closed: [second.number],
    refused: [{ number: first.number, message: 'A ticket that is closed cannot be closed' }],
  })
  expect((await listAtDesk()).numbers).toEqual([])
  const kinds = (await test.queuedMails()).map(({ kind }) => kind)
  expect(kinds).toEqual(['ticket-received', 'ticket-received', 'ticket-closed'])
})

it('a repeated complaint with the same key and another name or order number is refused', async () => {
  const key = { 'idempotency-key': 'a-key-of-one-complaint' }
  const post = async (fields = {}) =>
    (
      await test.shop.app.inject({
        method: 'POST',
        url: '/api/tickets',
        headers: key,
        body: { ...COMPLAINT, ...fields },
      })
    ).json()
  const { data } = await post()
  expect((await post()).data.number).toBe(data.number)
  for (const other of [{ name: 'Ravi' }, { orderNumber: 'AB12' }, { text: 'Another' }])
    expect((await post(other)).code).toBe('IDEMPOTENCY_KEY_REUSED')
})

it('an operator reads one ticket by its number, also after it was closed', async () => {
  const { number } = await createComplaint()
  await takeStep(number, 'close', { text: 'Done' })

  const { status, headers: _headers, ...body } = await test.call('boss', 'GET', `/admin/tickets/${number}`)
  expect(status).toBe(200)
  expect(parseExactly(getTicketAtDesk.reply, body).data).toMatchObject({ number, status: 'closed' })
  expect((await test.call('asha', 'GET', `/admin/tickets/${number}`)).status).toBe(403)
  expect(await test.call('boss', 'GET', '/admin/tickets/G-00000000')).toMatchObject({
    status: 404,
    code: 'TICKET_NOT_FOUND',
  })
})

it.each(['acknowledge', 'reply', 'close'])('the step %s of an unknown ticket gets 404', async (action) => {
  const body = action === 'acknowledge' ? {} : { text: 'x' }
  expect(await takeStep('G-00000000', action, body)).toMatchObject({ status: 404, code: 'TICKET_NOT_FOUND' })
})
