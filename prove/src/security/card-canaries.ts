import { randomInt, randomUUID } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import {
  createAccount,
  mailsTo,
  type ShopperSession,
  signIn,
} from '@nashta/contracts/identity/shopper-account.fixture'
import { expectFigures, type Proof } from '../proof.ts'
import { donutOrder } from '../shopper.ts'
import { requestBytes } from './raw-connection.ts'

const POLL_MS = 100
const POLLS_MAX = 60_000 / POLL_MS

/** A signed-in shopper, and the store that the requests go to. */
type Client = { url: string; session: ShopperSession }
/** Sends a card to the store in one way. Resolves with the text of the responses. */
type SendCard = (client: Client, pan: string, cvv: string) => Promise<string>

/** Every way in which a card number reaches the store. */
const WAYS: Record<string, SendCard> = {
  approved: (client, pan, cvv) => buy(client, { cardNumber: pan, cvv }),
  'typed with spaces': (client, pan, cvv) => buy(client, { cardNumber: grouped(pan, ' '), cvv }),
  'typed with dashes': (client, pan, cvv) => buy(client, { cardNumber: grouped(pan, '-'), cvv }),
  'two orders with one key': async (client, pan, cvv) => {
    const headers = { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
    const first = await buy(client, { cardNumber: pan, cvv }, { headers })
    return first + (await buy(client, { cardNumber: pan, cvv }, { headers, quantity: 2 }))
  },
  'too long a number': (client, pan, cvv) => buy(client, { cardNumber: `${pan}${pan}`, cvv }),
  'a number that is no text': (client, pan, cvv) => buy(client, { cardNumber: Number(pan), cvv: [cvv] }),
  'in the wrong fields': (client, pan, cvv) =>
    buy(client, { method: 'netbanking', bankName: pan, upiId: pan, cardHolderName: pan, cvv }),
  'as the name on the card': (client, pan, cvv) => buy(client, { cardNumber: pan, cardHolderName: pan, cvv }),
  'at an old price': (client, pan, cvv) => buy(client, { cardNumber: pan, cvv }, { totalAmount: 1 }),
  'signed out': (client, pan, cvv) =>
    buy(client, { cardNumber: pan, cvv }, { headers: { authorization: 'Bearer x.y.z' } }),
  'as a guest': async ({ url }, pan, cvv) => {
    const response = await fetch(`${url}${SHOP_API_BASE}/guest-orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: randomUUID() },
      body: JSON.stringify({
        ...cardOrder({ cardNumber: pan, cvv }),
        email: `guest-${randomUUID()}@example.com`,
      }),
    })
    return response.text()
  },
  'in the address': async ({ url }, pan) => {
    const response = await fetch(`${url}${SHOP_API_BASE}/purchases/${pan}?cardNumber=${pan}`)
    return (await response.text()) + (await (await fetch(`${url}/checkout?card=${pan}`)).text())
  },
  'in a body that is no JSON': (client, pan, cvv) =>
    post(client, `{"paymentDetails":{"cardNumber":"${pan}","cvv":"${cvv}"`),
  'as plain text': (client, pan, cvv) => post(client, `${pan} ${cvv}`, { 'content-type': 'text/plain' }),
  'in a body that is too large': (client, pan, cvv) =>
    post(client, JSON.stringify({ cardNumber: pan, cvv, filler: 'x'.repeat(70_000) })),
  'with a way to pay that needs no card': (client, pan, cvv) =>
    buy(client, { method: 'hosted', choice: 'card', cardNumber: pan, cvv }),
  'as the reason to cancel an order': (client, pan) =>
    changeWaitingOrder(client, 'cancel', { reason: `My card ${grouped(pan, ' ')}` }),
  'as the reference of a payment': (client, pan) => changeWaitingOrder(client, 'paid', { reference: pan }),
  'in messages of a payment provider': async ({ url }, pan, cvv) => {
    const sent = ['return?order=x', 'webhook', 'bank'].map(async (path) => {
      const body = new URLSearchParams({ cardNumber: pan, cvv, result: 'paid' })
      const response = await fetch(`${url}${SHOP_API_BASE}/payments/simulator/${path}`, {
        method: 'POST',
        body,
      })
      return response.text()
    })
    return (await Promise.all(sent)).join('')
  },
  'cut off in the middle': sendCutOff,
}

export const cardCanaries: Proof = {
  id: 'S3',
  test: `Card numbers and CVVs sent in ${Object.keys(WAYS).length} ways are searched in all files, logs and the heap`,
  sizes: { quick: 2, short: 20, nightly: 200 },
  unit: 'cards',
  whyNot: () =>
    process.platform === 'win32' ? 'heap snapshots need a signal, which Windows does not have' : null,
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const dumps = join(context.freshFolder(), 'dumps')
    mkdirSync(dumps)
    const store = await context.startStore({
      DATA_DIR: dataFolder,
      GUEST_CHECKOUT: 'true',
      LOG_LEVEL: 'trace',
      NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${dumps}`,
    })
    const client = { url: store.url, session: await signIn(store.url, await createAccount(store.url)) }
    const cards = Array.from({ length: size }, randomCard)
    const responses: string[] = []
    for (const { pan, cvv } of cards)
      for (const sendCard of Object.values(WAYS)) responses.push(await sendCard(client, pan, cvv))
    const shown = await readBack(client)

    // Orders without a card follow: the heap may contain a request that has just ended.
    for (let visits = 0; visits < 50; visits += 1) await buy(client, { method: 'cod' })
    const heap = await takeHeapSnapshot(store.child, dumps)
    // The store crashes while another card number is being sent.
    const inFlight = randomCard()
    const last = buy(client, { cardNumber: inFlight.pan, cvv: inFlight.cvv }).catch(() => '')
    store.child.kill('SIGKILL')
    await last
    const { stdout = '', stderr = '' } = await store.ended

    const files = [...filesIn(dataFolder)]
    const searched: [name: string, bytes: Buffer][] = [
      ['responses', Buffer.from(responses.join('\n'))],
      ['what is shown', Buffer.from(shown)],
      ['the log', Buffer.from(stdout + stderr)],
      ['the heap', heap],
      ...files,
    ]
    const canaries = [...cards, inFlight].flatMap(({ pan, cvv }) => [
      pan,
      grouped(pan, ' '),
      grouped(pan, '-'),
      cvv,
    ])
    const hits = searched.filter(([, bytes]) => canaries.some((canary) => bytes.includes(canary)))
    const orders = responses.filter((text) => text.includes('"purchaseId"')).length
    expectFigures({
      'places that hold a card': [hits.map(([name]) => name).join(', '), ''],
      'runs of digits that could be a card, in the log': [cardNumbersIn(stdout + stderr).join(', '), ''],
      // At least six of the ways place an order.
      'orders paid by card': [orders >= 6 * size, true],
      // The last two figures show that the search finds texts that are there.
      'places that hold the last four digits': [
        files.some(([, bytes]) => bytes.includes(maskedNumber(cards[0]))),
        true,
      ],
      'the heap holds the shopper': [heap.includes(client.session.userId), true],
    })
    const megabytes = searched.reduce((sum, [, bytes]) => sum + bytes.length, 0) / 2 ** 20
    return `${size} cards × ${Object.keys(WAYS).length} ways, ${orders} orders; ${searched.length} places, ${Math.round(megabytes)} MB with the heap of ${Math.round(heap.length / 2 ** 20)} MB: 0 hits, last four digits only`
  },
  mutations: [
    {
      what: 'an order stores the whole card number',
      file: 'apps/shop-api/src/payments/payment-details.ts',
      from: 'instrumentName: cardNumber.masked,',
      to: 'instrumentName: cardNumber.reveal(),',
    },
    {
      what: 'an error response quotes the request',
      file: 'packages/service-kit/src/http/routes.ts',
      from: '`${field}: ${issue?.message}`',
      to: '`${field}: ${issue?.message} ${JSON.stringify(value)}`',
    },
    {
      what: 'a card number may be typed as the reason of a cancellation',
      file: 'packages/contracts/src/orders/card-number.ts',
      from: 'return sum % 10 === 0',
      to: 'return sum < 0',
    },
    {
      what: 'card numbers stay in memory',
      file: 'apps/shop-api/src/payments/payment-details.ts',
      from: 'this.#digits = digits',
      to: 'this.#digits = digits; ((globalThis as { seen?: string[] }).seen ??= []).push(digits)',
    },
  ],
}

type BuyOptions = { headers?: Record<string, string>; quantity?: number; totalAmount?: number }

function buy(client: Client, payment: object, { headers = {}, quantity = 1, totalAmount }: BuyOptions = {}) {
  const order = { ...cardOrder(payment, quantity), ...(totalAmount !== undefined && { totalAmount }) }
  return post(client, JSON.stringify(order), { [IDEMPOTENCY_KEY_HEADER]: randomUUID(), ...headers })
}

function cardOrder(payment: object, quantity = 1) {
  return donutOrder(quantity, { method: 'card', cardHolderName: 'Asha Rao', expiryDate: '12/30', ...payment })
}

/** Changes an order that waits: its card needs a confirmation on the page of the bank. */
async function changeWaitingOrder(client: Client, action: string, body: object) {
  const order = await buy(client, { cardNumber: '4000000000003220' })
  const id = /"purchaseId":"(\w+)"/.exec(order)?.[1]
  const response = await fetch(`${client.url}${SHOP_API_BASE}/purchases/order/${id}/${action}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.session.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.text()
}

async function post({ url, session }: Client, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}${SHOP_API_BASE}/purchases/${session.userId}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.accessToken}`,
      'content-type': 'application/json',
      ...headers,
    },
    body,
  })
  return response.text()
}

/** Sends the card number, and closes the connection before the end of the body. */
function sendCutOff({ url, session }: Client, pan: string, cvv: string): Promise<string> {
  const bytes = requestBytes({
    method: 'POST',
    target: `${SHOP_API_BASE}/purchases/${session.userId}`,
    headers: { authorization: `Bearer ${session.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ paymentDetails: { cardNumber: pan, cvv }, filler: 'x'.repeat(500) }),
  })
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.once('close', () => resolve(''))
    socket.write(bytes.subarray(0, bytes.length - 100), () => socket.destroy())
  })
}

/** Reads everything that the store shows about the orders afterwards. */
async function readBack({ url, session }: Client) {
  const headers = { authorization: `Bearer ${session.accessToken}` }
  const paths = [
    `${SHOP_API_BASE}/purchases/${session.userId}?limit=100`,
    '/metrics',
    '/dev/mailbox',
    '/purchase-history',
    '/order-success',
    '/checkout',
  ]
  const texts = await Promise.all(paths.map(async (path) => (await fetch(url + path, { headers })).text()))
  return texts.join('\n') + JSON.stringify(await mailsTo(url))
}

/** Makes the store write a heap snapshot, and reads the file once it is complete. */
async function takeHeapSnapshot(child: { kill: (signal: NodeJS.Signals) => boolean }, folder: string) {
  child.kill('SIGUSR2')
  let size = 0
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    await wait(POLL_MS)
    const [name] = readdirSync(folder)
    if (name === undefined) continue
    const path = join(folder, name)
    const newSize = statSync(path).size
    // The snapshot is complete when its size stays the same and its JSON is closed.
    if (newSize > 0 && newSize === size) {
      const bytes = readFileSync(path)
      if (bytes.subarray(-8).toString().trim().endsWith('}')) return bytes
    }
    size = newSize
  }
  throw new Error('the store wrote no heap snapshot')
}

/** All files of the folder except the stored pictures. */
function* filesIn(folder: string): Generator<[name: string, bytes: Buffer]> {
  for (const name of globSync('**/*', { cwd: folder })) {
    const path = join(folder, name)
    if (statSync(path).isFile() && !name.startsWith('images')) yield [name, readFileSync(path)]
  }
}

function maskedNumber(card: { pan: string } | undefined) {
  return `•••• ${card?.pan.slice(-4)}`
}

/** A card number with a prefix of Visa and a valid check digit, and a CVV that is easy to find. */
function randomCard() {
  const digits = `4539${String(randomInt(10 ** 11)).padStart(11, '0')}`
  return { pan: `${digits}${checkDigit(digits)}`, cvv: `cvv-${randomUUID()}` }
}

function checkDigit(digits: string) {
  return (10 - (luhnSum(`${digits}0`) % 10)) % 10
}

/**
 * The sum of the Luhn check, in which every second digit from the right is doubled. A card number
 * has a sum that is divisible by 10.
 */
function luhnSum(digits: string) {
  return digits
    .split('')
    .toReversed()
    .reduce((sum, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
      return sum + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
}

function grouped(pan: string, separator: string) {
  return pan.match(/.{4}/g)?.join(separator) ?? pan
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** The runs of digits that could be card numbers. UUIDs have digits too, and are removed first. */
function cardNumbersIn(text: string) {
  const runs = text.replace(UUID, '').match(/(?<!\d)\d{13,19}(?!\d)/g) ?? []
  return runs.filter((digits) => luhnSum(digits) % 10 === 0)
}
