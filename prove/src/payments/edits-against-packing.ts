import { createRandom, type Random } from '@nashta/contracts/catalogue/random.fixture'
import { asPaise } from '@nashta/contracts/money'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { ShownStockEntry } from '@nashta/contracts/stock/stock'
import { createDynamoClient } from '@nashta/dynamodb/create-client'
import { createTables } from '@nashta/dynamodb/create-tables'
import { startDynamoDbLocal } from '@nashta/dynamodb/start-dynamodb-local.fixture'
import { dynamoTestStorage } from '@nashta/shop-api/adapters/dynamodb/dynamodb-storage.fixture'
import { shopTableDefinitions } from '@nashta/shop-api/adapters/dynamodb/tables'
import { aProduct } from '@nashta/shop-api/catalogue/product.fixture'
import type { OrderRecord } from '@nashta/shop-api/orders/order/purchase-store'
import { deliveryOf } from '@nashta/shop-api/payments/provider-drivers.fixture'
import { openTestShop, openTestShopOn, type TestShop } from '@nashta/shop-api/shop.fixture'
import { whyNoDynamoDbLocal } from '../cloud/cloud-shop.ts'
import type { ProofContext } from '../proof-context.ts'
import { expectFigures, type Mutation, type Proof } from '../proof.ts'
import { CARD, itemAt } from '../shopper.ts'

const STOCK = 10_000
/** In rupees. Two prices are equal, so that an edit may replace a product by one of the same price. */
const PRICES = { barfi: 400, laddoo: 400, sev: 50 }
type Snack = keyof typeof PRICES
const SNACKS = Object.keys(PRICES) as Snack[]
const UNITS_MAX = 4
/** The steps that each person does while the others do theirs. */
const STEPS = 4
/** The rounds of the reconciler after the last step: enough to send all refunds. */
const FINAL_ROUNDS = 3
const MINUTE_MS = 60_000
/** The rest of an edited order is undone after a day. */
const REST_MS = 25 * 60 * MINUTE_MS
const DECLINED_CARD = '4000000000000002'
/** Paid on a page of the bank. */
const BANK_CARD = '4000000000003220'
const PAGE = 100

/** The first steps of an order, one after the other, so that each defence is needed by some order. */
const FIRST_STEPS = [
  // A screen is open while the order is edited.
  ['openScreen', 'edit', 'closeScreen', 'ship'],
  ['openScreen', 'edit', 'packUnseen', 'ship'],
  // An edited order is shipped without being packed again.
  ['edit', 'ship'],
  ['editTwiceAtOnce'],
  ['edit', 'refuse', 'edit'],
  ['refundOne', 'edit', 'edit', 'refuse'],
  // A paid order costs more: the rest is paid, twice at once, too late, or not at all.
  ['editDearer', 'expireUnpaid'],
  ['editDearer', 'payRest', 'refundOne'],
  ['editDearer', 'payRestTwiceAtOnce', 'cancel'],
  ['editDearer', 'openBank', 'expireRest', 'bankPays'],
  ['editDearer', 'openBank', 'payRest', 'bankPays'],
  ['editDearer', 'declineRest', 'takeBack'],
  ['editDearer', 'openScreen', 'closeScreen', 'payRest', 'cancel'],
  ['edit', 'openScreen', 'closeScreen', 'unpack', 'edit', 'ship'],
  [],
] as const

const mutations: Mutation[] = [
  {
    what: 'an edit does not change the version of its order',
    file: 'apps/shop-api/src/orders/order/order-work.ts',
    from: 'contentChangedAt, expectedBack, editStates]',
    to: 'expectedBack]',
  },
  {
    what: 'a packer may pack an edited order without its version',
    file: 'apps/shop-api/src/orders/work/change-order.ts',
    from: 'seen === undefined && mustBeSeen(order, event)',
    to: 'false',
  },
  {
    what: 'an edited order that nobody has packed may be shipped',
    file: 'apps/shop-api/src/orders/events/rules/packing.ts',
    from: 'fulfilment: { ...changed.fulfilment, contentChangedAt: at.toISOString() }',
    to: 'fulfilment: changed.fulfilment',
  },
  {
    what: 'units that an edit adds are not taken from the stock',
    file: 'apps/shop-api/src/orders/events/rules/edits.ts',
    from: "if (units.length > 0) effects.push({ kind: 'takeUnits', units })",
    to: '',
  },
  {
    what: 'what an order costs less goes back, and stays a part of what is paid',
    file: 'apps/shop-api/src/orders/events/edit/edited.ts',
    from: 'asPaise(order.payment.paidPaise - amountPaise)',
    to: 'order.payment.paidPaise',
  },
  {
    what: 'an edit of an order that has changed since is saved',
    file: 'apps/shop-api/src/orders/work/change-order.ts',
    from: 'if (hasChangedSince) return acceptOnlyRepeat(order, settle)',
    to: '',
  },
  {
    what: 'money that pays the rest a second time is kept',
    file: 'apps/shop-api/src/orders/events/rules/rest-money.ts',
    from: 'if (owed === 0 || !isWhole) return receiveLate(order, payment, money, at)',
    to: '',
  },
  {
    what: 'a refund takes more from a payment than it took',
    file: 'apps/shop-api/src/orders/order/further-payments.ts',
    from: 'taken.length === 1 ? taken[0]',
    to: 'taken.length > 0 ? taken[0]',
  },
  {
    what: 'an order is packed while the rest of it is owed',
    file: 'apps/shop-api/src/orders/events/rules/owed-rest.ts',
    from: 'if (paise > 0)',
    to: 'if (paise > 0 && paise < 0)',
  },
  {
    what: 'an edit whose rest is not paid stays',
    file: 'apps/shop-api/src/orders/work/reconcile/reconcile-payment.ts',
    from: 'if (!isAsked) await undoUnpaid(deps, order.purchaseId)',
    to: '',
  },
]

const TEST =
  'Two operators edit an order while a packer packs it, the shopper refuses edits or pays what they make the order cost more, and units are refunded, shipped, replaced and cancelled, all at once'
const SIZES = { quick: 20, short: 200, nightly: 3000 }

export const editsAgainstPacking: Proof = {
  id: 'R28',
  test: TEST,
  sizes: SIZES,
  unit: 'orders',
  async run(context, size) {
    const shop = await openTestShop()
    context.atEnd(() => shop.close())
    return playOrders(shop, size)
  },
  mutations,
}

export const cloudEditsAgainstPacking: Proof = {
  id: 'C14',
  test: `${TEST}, on DynamoDB`,
  sizes: { quick: 10, short: 200, nightly: 1000 },
  unit: 'orders',
  async run(context, size) {
    const shop = await openDynamoShop(context)
    context.atEnd(() => shop.close())
    return playOrders(shop, size)
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: mutations.slice(0, 1),
}

async function openDynamoShop(context: ProofContext) {
  const local = await startDynamoDbLocal()
  context.atEnd(() => local.stop())
  const { endpoint } = local
  const client = createDynamoClient({
    region: 'us-east-2',
    endpoint,
    environment: {},
    responseTimeoutMs: MINUTE_MS,
  })
  const tables = { products: 'products', carts: 'carts', purchases: 'purchases' }
  const definitions = shopTableDefinitions(tables)
  // The clock of the shop is in the past, so items would expire before they are read.
  await createTables(
    client,
    definitions.map(({ expiryAttribute: _expiry, ...table }) => table),
  )
  return openTestShopOn(dynamoTestStorage({ client, tables }, client))
}

type Totals = Record<
  | 'edits'
  | 'stale'
  | 'refused'
  | 'packed'
  | 'shipped'
  | 'cancelled'
  | 'refunds'
  | 'rests'
  | 'undone'
  | 'replaced',
  number
>

async function playOrders(shop: TestShop, size: number) {
  await shop.shop.products.fillIfEmpty(
    SNACKS.map((id) =>
      aProduct({ products_id: id, name: id, pricePaise: asPaise(PRICES[id] * 100), stock: STOCK }),
    ),
  )
  const totals: Totals = {
    edits: 0,
    stale: 0,
    refused: 0,
    packed: 0,
    shipped: 0,
    cancelled: 0,
    refunds: 0,
    rests: 0,
    undone: 0,
    replaced: 0,
  }
  const held = new Map<string, number>()
  for (let seed = 1; seed <= size; seed += 1) {
    const fault = await playOrder(shop, seed, totals, held)
    expectFigures({ [`fault of order ${seed}`]: [fault, ''] })
  }
  for (const id of SNACKS) {
    const { sum, lowest } = await readHistory(shop, id)
    const stock = (await shop.shop.products.find(id))?.stock ?? 0
    expectFigures({
      [`the history of ${id}`]: [sum, stock],
      [`${id} below zero`]: [lowest < 0, false],
      [`${id} in the stock and in orders`]: [stock + (held.get(id) ?? 0), STOCK],
    })
  }
  const mails = (await shop.queuedMails()).filter(({ kind }) => kind === 'order-edited')
  expectFigures({
    'mails about edits': [mails.length, totals.edits],
    'mails about edits that are sent twice': [new Set(mails.map(({ key }) => key)).size, mails.length],
    'a screen was out of date': [totals.stale > 0, true],
    'a rest was paid, and another one undone': [totals.rests > 0 && totals.undone > 0, true],
  })
  return `${size} orders, ${totals.edits} edits, ${totals.stale} steps of old screens refused, ${totals.refused} edits refused by the shopper, ${totals.packed} orders packed, ${totals.shipped} shipped, ${totals.cancelled} cancelled, ${totals.refunds} refunds, ${totals.rests} rests paid, ${totals.undone} edits undone, ${totals.replaced} replacements: no edit lost, nobody packed an old order, one mail for each edit, each paisa with the shop for a live order or back, stock the sum of its history`
}

/** The sum of all changes of a product's stock, and the least that it ever was. */
async function readHistory(shop: TestShop, id: string) {
  const entries: ShownStockEntry[] = []
  let cursor: string | null = null
  do {
    const path: string = `/admin/products/${id}/stock?limit=${PAGE}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const { data } = await shop.call('boss', 'GET', path)
    entries.push(...data.entries)
    cursor = data.nextCursor
  } while (cursor !== null)
  let sum = 0
  let lowest = 0
  for (const { units } of entries.toReversed()) {
    sum += units
    lowest = Math.min(lowest, sum)
  }
  return { sum, lowest }
}

type Units = Record<string, number>
type Saved = { key: string }

/** Plays one order, and adds to `totals` and `held`. Returns its faults as a text. */
async function playOrder(shop: TestShop, seed: number, totals: Totals, held: Map<string, number>) {
  const random = createRandom(seed)
  const firstSteps = itemAt(FIRST_STEPS, seed)
  // Only an order that is paid has a rest to pay.
  const isPaid = firstSteps.some((name) => name === 'editDearer') || random.chance(0.5)
  const ordered = { barfi: 1 + random.below(UNITS_MAX), sev: 1 + random.below(UNITS_MAX) }
  const faults: string[] = []
  const saved: Saved[] = []
  /** The units that the packer put into the parcel last. */
  let parcel: Units | null = null
  let keys = 0

  const call = async (sub: string, path: string, body: object, key = `${seed}-${(keys += 1)}`) => {
    const response = await shop.call(sub, 'POST', path, body, { 'idempotency-key': key })
    if (response.status === 412) totals.stale += 1
    if (![200, 201, 402, 409, 412].includes(response.status))
      faults.push(`${path} got ${response.status} ${response.message}`)
    return { ...response, key }
  }
  const placed = await call('asha', '/purchases/asha', {
    items: itemsOf(ordered),
    totalAmount: ordered.barfi * PRICES.barfi + ordered.sev * PRICES.sev,
    paymentDetails: isPaid ? CARD : { method: 'cod' },
    shippingAddress: homeAddress,
  })
  const { purchaseId } = placed.data
  const path = `/admin/orders/${purchaseId}`
  const read = async (): Promise<DeskOrder> => (await shop.call('boss', 'GET', path)).data
  const post = (action: string, body: object) => call('boss', `${path}/${action}`, body)

  /** What the provider has taken for the rest. */
  let restIn = 0
  /** The fields of bank pages on which the rest may be paid, once each. */
  const bankPages: Record<string, string>[] = []
  const replacements: string[] = []
  async function payRest(card: object) {
    const { owed } = await read()
    if (!owed) return
    const body = { paymentDetails: card, amount: owed.amount }
    const { status, data } = await call('asha', `/purchases/order/${purchaseId}/rest`, body)
    if (status !== 200) return
    const form = data.owed?.payment?.form
    if (form) bankPages.push(form.fields)
    else restIn += Math.round(owed.amount * 100)
  }
  async function payAtBank(fields: Record<string, string> | undefined) {
    if (!fields) return
    const order = String(fields['order'])
    const paid = (await shop.shop.storage.purchases.find(purchaseId))?.payment.further?.find(
      ({ paymentId }) => `${purchaseId}-${paymentId}` === order,
    )
    const text = new URLSearchParams({ ...fields, result: 'paid' }).toString()
    await deliveryOf(shop, { path: `simulator/return?order=${order}`, body: text })()
    restIn += paid?.amountPaise ?? 0
  }

  /** What an operator has filled in and tried; null if nothing, or if it was refused. */
  async function fillIn(own: Random) {
    const { version, address } = await read()
    const isFewer = isPaid && own.chance(0.7)
    const body = { items: randomItems(own, { isFewer }), address, version }
    const tried = await post('edits/try', body)
    return tried.status === 200 ? { ...body, totalAmount: tried.data.edit.total.after } : null
  }
  async function save(filledIn: object | null): Promise<boolean> {
    if (!filledIn) return false
    const { status, key } = await post('edits', filledIn)
    if (status === 200) saved.push({ key })
    return status === 200
  }
  const countEdits = async () => (await read()).edits?.length ?? 0
  async function expireRest() {
    shop.clock.now = new Date(shop.clock.now.getTime() + REST_MS)
    await shop.shop.reconcile()
  }
  const edit = async (own = random) => save(await fillIn(own))
  /** What the packer sees on the open screen. */
  let screen: DeskOrder | null = null
  async function pack(order: DeskOrder, isVersionSent: boolean) {
    const wasPacked = order.packing?.packedAt !== undefined
    const { status } = await post('pack', {
      step: 'finish',
      ...(isVersionSent && { version: order.version }),
    })
    if (status === 200 && !wasPacked) parcel = unitsToPack(order)
    if (status === 200 && order.owed) faults.push('an order was packed while money is owed')
  }
  const steps = {
    edit: () => edit(),
    async editDearer() {
      const { version, address } = await read()
      const body = { items: itemsOf({ barfi: ordered.barfi + 1, sev: ordered.sev }), address, version }
      const tried = await post('edits/try', body)
      if (tried.status === 200) await save({ ...body, totalAmount: tried.data.edit.total.after })
    },
    payRest: () => payRest(CARD),
    declineRest: () => payRest({ ...CARD, cardNumber: DECLINED_CARD }),
    openBank: () => payRest({ ...CARD, cardNumber: BANK_CARD }),
    bankPays: () => payAtBank(bankPages.shift()),
    async payRestTwiceAtOnce() {
      await Promise.all([payRest(CARD), payRest(CARD)])
    },
    expireRest,
    async expireUnpaid() {
      await expireRest()
      if ((await read()).owed) faults.push('an edit stays whose rest was not paid in time')
    },
    async takeBack() {
      const { edits } = await read()
      await post('edits/take-back', { editId: edits?.at(-1)?.editId ?? 'E1' })
    },
    async replace() {
      const { status, data } = await post('replacement', {
        items: [{ productId: 'barfi', quantity: 1 }],
        reason: 'Broken',
      })
      if (status === 200) replacements.push(data.purchaseId)
    },
    async editTwiceAtOnce() {
      const [one, other] = [await fillIn(random), await fillIn(random)]
      const before = await countEdits()
      await save(one)
      const isChanged = (await countEdits()) > before
      if ((await save(other)) && isChanged) faults.push('an edit of an older version was saved')
    },
    async openScreen() {
      screen = await read()
      await post('pack', { step: 'claim', version: screen.version })
    },
    async closeScreen() {
      if (screen) await pack(screen, true)
      screen = null
    },
    async packUnseen() {
      if (screen) await pack(screen, false)
      screen = null
    },
    async unpack() {
      const { version } = await read()
      const { status } = await post('pack', { step: 'undo', version })
      if (status === 200) parcel = null
    },
    ship: () => post('ship', { courier: 'Delhivery' }),
    cancel: () => post('cancel', { reason: 'Sold out', goods: 'back' }),
    refundOne: () =>
      post('refund', { items: [{ productId: 'sev', quantity: 1 }], reason: 'Broken', goods: 'back' }),
    async refuse() {
      const last = (await read()).edits?.at(-1)
      if (!last || last.refusedAt !== undefined) return
      const body = { editId: last.editId }
      const { status } = await call('asha', `/purchases/order/${purchaseId}/edits/refuse`, body)
      if (status === 200) totals.refused += 1
    },
  }

  // First some steps one after the other, then those of all people at once.
  for (const name of firstSteps) await steps[name]()
  const operator = (number: number) =>
    Array.from({ length: STEPS }, (_, step) => () => edit(createRandom(seed * 100 + number * 50 + step)))
  const packer = () => steps[random.one(['openScreen', 'closeScreen', 'packUnseen', 'unpack'] as const)]()
  const others = () =>
    steps[
      random.one([
        'refuse',
        'payRest',
        'payRest',
        'openBank',
        'refundOne',
        random.chance(0.1) ? 'cancel' : 'ship',
      ] as const)
    ]()
  const people = [operator(0), operator(1), Array.from({ length: STEPS }, () => packer), [others, others]]
  await Promise.all(
    people.map(async (own) => {
      for (const step of own) await step()
    }),
  )

  // What is still owed is paid, or the edit is undone; the bank may be late.
  await steps[random.one(['payRest', 'expireRest'] as const)]()
  await steps.expireRest()

  // The packer packs what the order has now, and refunds are settled.
  await pack(await read(), true)
  if (random.chance(0.7)) await steps.ship()
  if (random.chance(0.5)) await steps.replace()
  while (bankPages.length > 0) await steps.bankPays()
  for (let round = 0; round < FINAL_ROUNDS; round += 1) {
    shop.clock.now = new Date(shop.clock.now.getTime() + 2 * MINUTE_MS)
    await shop.shop.reconcile()
  }

  const record = await shop.shop.storage.purchases.find(purchaseId)
  if (!record) return 'the order is gone'
  const shown = await read()
  for (const { productId, quantity } of record.taken)
    held.set(productId, (held.get(productId) ?? 0) + quantity)
  for (const id of replacements) {
    const replacing = await shop.shop.storage.purchases.find(id)
    if (replacing?.totalPaise !== 0) faults.push('a replacement costs something')
    for (const { productId, quantity } of replacing?.taken ?? [])
      held.set(productId, (held.get(productId) ?? 0) + quantity)
  }
  const isOver = record.orderStatus === 'CANCELLED'
  totals.edits += saved.length
  totals.refunds += record.refunds.length
  totals.rests += record.payment.further?.filter(({ state }) => state === 'paid').length ?? 0
  totals.undone += record.edits?.list.filter(({ undoneAt }) => undoneAt !== undefined).length ?? 0
  totals.replaced += replacements.length
  if (parcel !== null) totals.packed += 1
  if (shown.hasLeftShop) totals.shipped += 1
  if (isOver) totals.cancelled += 1
  faults.push(
    ...editFaults(record, ordered, saved),
    ...moneyFaults(record, ordered, isPaid, restIn),
    ...stockFaults(record, shown),
    ...(shown.hasLeftShop && !isOver ? parcelFaults(shown, parcel) : []),
  )
  return faults.join(', ')
}

/** Each saved edit is in the order, and each begins with what the one before has left. */
function editFaults({ edits, lines }: OrderRecord, ordered: Units, saved: readonly Saved[]): string[] {
  const list = edits?.list ?? []
  // Edits that were undone, or paid for, have other beginnings.
  if (list.some(({ owedPaise }) => owedPaise !== undefined))
    return list.length === saved.length
      ? []
      : [`${saved.length} edits were saved, the order has ${list.length}`]
  const lost = saved.filter(({ key }) => !list.some((edit) => edit.key === `key:${key}`))
  const units: Units = { ...ordered }
  const faults: string[] = []
  for (const edit of list) {
    for (const { productId, before, after } of edit.lines) {
      if ((units[productId] ?? 0) !== before)
        faults.push(`${edit.editId} began with ${before} ${productId}, there were ${units[productId] ?? 0}`)
      units[productId] = after
    }
    // After a refused edit the order is as it was placed. If it is cancelled instead, this edit is the last.
    if (edit.refusedAt !== undefined && edit !== list.at(-1))
      for (const id of SNACKS) units[id] = ordered[id] ?? 0
  }
  const isRefused = list.at(-1)?.refusedAt !== undefined
  const wrong = SNACKS.filter(
    (id) => (lines.find(({ productId }) => productId === id)?.quantity ?? 0) !== (units[id] ?? 0),
  )
  if (wrong.length > 0 && !isRefused) faults.push(`the last edit was not about ${wrong.join()}`)
  if (lost.length > 0) faults.push(`${lost.length} edits are lost`)
  if (list.length !== saved.length)
    faults.push(`${saved.length} edits were saved, the order has ${list.length}`)
  return faults
}

/** What came in is the value of the order and what goes back. */
function moneyFaults(
  { orderStatus, payment, refunds, totalPaise, lines, offers, edits, transactionId }: OrderRecord,
  ordered: Units,
  isPaid: boolean,
  restIn: number,
): string[] {
  const faults: string[] = []
  const sum = lines.reduce((paise, line) => paise + line.pricePaise * line.quantity, 0)
  if (sum !== totalPaise || offers) faults.push(`lines of ${sum} paise, and a total of ${totalPaise}`)
  const first = isPaid ? 100 * SNACKS.reduce((paise, id) => paise + PRICES[id] * (ordered[id] ?? 0), 0) : 0
  const moneyIn = first + restIn
  const goesBack = refunds.reduce((paise, { amountPaise }) => paise + amountPaise, 0)
  const fromOrder = refunds.reduce(
    (paise, { amountPaise, isLate }) => (isLate ? paise : paise + amountPaise),
    0,
  )
  if (refunds.some(({ state }) => state !== 'done')) faults.push('a refund is not done')
  const further = (payment.further ?? []).filter(({ state }) => state === 'paid')
  const took = [first, ...further.map(({ amountPaise }) => amountPaise)]
  const transactions = [transactionId, ...further.map((each) => each.transactionId)]
  for (const [index, id] of transactions.entries()) {
    const back = refunds.filter((refund) => refund.transactionId === id)
    const sumBack = back.reduce((paise, { amountPaise }) => paise + amountPaise, 0)
    if (isPaid && sumBack > (took[index] ?? 0)) faults.push(`${sumBack} paise of ${took[index]} go back`)
  }
  const isOverUnpaid = orderStatus === 'CANCELLED' && edits?.list.at(-1)?.owedPaise !== undefined
  if (isPaid && !isOverUnpaid && payment.paidPaise !== totalPaise)
    faults.push(`${payment.paidPaise} paise are paid, the order costs ${totalPaise}`)
  const value = isPaid && orderStatus !== 'CANCELLED' ? totalPaise - fromOrder : 0
  if (isPaid && value + goesBack !== moneyIn)
    faults.push(`${moneyIn} paise came in, ${value} are the order and ${goesBack} go back`)
  if (!isPaid && goesBack > 0) faults.push(`${goesBack} paise of a cash order go back`)
  return faults
}

/** A live order has taken its units, without those that were refunded. All refunds here bring their units back. */
function stockFaults({ taken, orderStatus }: OrderRecord, { lines }: DeskOrder): string[] {
  return SNACKS.flatMap((id) => {
    const has = taken.find(({ productId }) => productId === id)?.quantity ?? 0
    const left = lines.find(({ productId }) => productId === id)?.refundable ?? 0
    const wanted = orderStatus === 'CANCELLED' ? 0 : left
    return has === wanted ? [] : [`${has} ${id} are taken, not ${wanted}`]
  })
}

/** The parcel has what the order has. An order that was edited is packed before it is shipped. */
function parcelFaults(order: DeskOrder, parcel: Units | null): string[] {
  const isEdited = (order.edits ?? []).length > 0
  if (parcel === null) return isEdited ? ['an edited order was shipped, and nobody has packed it'] : []
  const wanted = unitsToPack(order)
  const isSame = SNACKS.every((id) => (parcel[id] ?? 0) === (wanted[id] ?? 0))
  return isSame ? [] : [`${JSON.stringify(parcel)} in the parcel of ${JSON.stringify(wanted)}`]
}

function unitsToPack({ lines }: DeskOrder): Units {
  return Object.fromEntries(lines.map(({ productId, toPack }) => [productId, toPack]))
}

function itemsOf(units: Units) {
  return Object.entries(units).map(([productId, quantity]) => ({ productId, quantity }))
}

/** One to three products. A paid order may not cost more, so most of its edits have few units. */
function randomItems(random: Random, { isFewer }: { isFewer: boolean }) {
  const first = random.below(SNACKS.length)
  const count = 1 + random.below(isFewer ? 2 : SNACKS.length)
  return Array.from({ length: count }, (_, index) => ({
    productId: itemAt(SNACKS, first + index),
    quantity: 1 + random.below(isFewer ? 2 : UNITS_MAX),
  }))
}
