import { createECDH, hash, randomUUID } from 'node:crypto'
import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { PHRASES_MAX, SYNONYMS_MAX } from '@nashta/contracts/catalogue/search/synonym-rules'
import { UNDO_PRODUCTS_MAX } from '@nashta/contracts/catalogue/undo-products'
import {
  CART_LINES_MAX,
  GUEST_RECOMMENDATIONS_USER_ID,
  RECOMMENDATIONS_LIMIT_MAX,
} from '@nashta/contracts/constants'
import { calendarDay } from '@nashta/contracts/dates'
import { FAVOURITES_MAX } from '@nashta/contracts/favourites/favourite-rules'
import { PRINTED_BILLS_MAX } from '@nashta/contracts/orders/bills'
import { TAG_LENGTH_MAX, TAGS_MAX } from '@nashta/contracts/orders/desk/customers'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { shopApiEndpoints } from '@nashta/contracts/shop-api/shop-api-endpoints'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { HOME_SECTION_NAMES, HOME_SLIDES_MAX } from '@nashta/contracts/storefront/home-rules'
import { FIRST_MENUS, MENU_LINKS_MAX } from '@nashta/contracts/storefront/menu-rules'
import { FIRST_SHELVES, SHELVES_MAX } from '@nashta/contracts/storefront/shelf-rules'
import { CARD, itemAt } from '../../shopper.ts'
import type { AttackData, Attacker } from './attack-data.ts'
import { courierPaymentOf, LONG_TEXT, newReference, orderOf, STREET, UPI_QR } from './attack-data.ts'

function largestHome(index: number) {
  const slide = {
    title: 't'.repeat(60),
    text: 'x'.repeat(200),
    to: `/${'p'.repeat(190)}`,
    alt: 'a'.repeat(200),
  }
  return {
    announcement: { text: `${index} ${'y'.repeat(110)}`, to: '/collections/allproducts' },
    slides: Array.from({ length: HOME_SLIDES_MAX }, () => slide),
    sections: HOME_SECTION_NAMES,
  }
}

/** Not the largest offer: all offers together have a limit that a hundred of the largest would exceed. */
function offerAmongMany(index: number) {
  return {
    name: `${index} ${'n'.repeat(50)}`,
    code: `CODE${index}`,
    terms: { kind: 'percentOff', percent: 12.5, cap: 100 },
    products: Array.from({ length: 10 }, (_, id) => `p${id}`.padEnd(120, 'x')),
    usesMax: 1_000_000,
    usesPerCustomer: 1000,
    combines: true,
  }
}

/** A call of one endpoint. Without `params`, the endpoint has none. */
export type AttackCall = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  file?: Uint8Array
  headers?: Record<string, string>
}

/** `index` counts the attacks with the endpoint, so that each can use other data. */
type Attack = (data: AttackData, attacker: Attacker, index: number) => AttackCall[]

export type AttackedName =
  | keyof typeof shopApiEndpoints
  | 'uploadPicture'
  | 'getRecommendations'
  | 'receivePaymentEvent'
  | 'returnFromPayment'

/** How many different calls an attack makes if each value works only once. */
const CALLS = 200
/** Fills a body almost to its limit, in a field that the store ignores. */
const PADDING = 'x'.repeat(60_000)
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('')
const many = <Item>(make: (index: number) => Item, count = CALLS) =>
  Array.from({ length: count }, (_, index) => make(index))
const randomWord = (index: number) => `${itemAt(LETTERS, index)}${itemAt(LETTERS, index * 7 + 3)}`

const ofSelf: Attack = (_data, { shopper }) => [{ params: { userId: shopper.userId } }]
const TAGS = Array.from({ length: TAGS_MAX }, (_, index) => `tag ${index}`.padEnd(TAG_LENGTH_MAX, 'x'))
const ofCustomer =
  (call: object): Attack =>
  (_data, { shopper }) => [{ params: { customerId: shopper.userId }, ...call }]
const ofLargeOrder: Attack = (_data, { largeOrder }) => [{ params: { orderId: largeOrder } }]
const ofLink: Attack = (_data, { linkToken }) => [{ params: { token: linkToken } }]
const orders = (ids: readonly string[], body: (orderId: string) => object): AttackCall[] =>
  ids.map((orderId) => ({ params: { orderId }, body: body(orderId) }))
const anyTicket = (call: AttackCall): Attack => {
  return (_data, { ticketNumber }) => [{ ...call, params: { id: ticketNumber } }]
}

const browser = createECDH('prime256v1')
browser.generateKeys()
const subscriptionOf = (index: number) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${index}-${PADDING}`.slice(0, 1000),
  keys: { p256dh: browser.getPublicKey('base64url'), auth: 'A'.repeat(22) },
})
const deviceIdOf = (index: number) => hash('sha256', subscriptionOf(index).endpoint, 'base64url')

const joins = (attackers: readonly Attacker[], customerId: string): AttackCall[] =>
  attackers
    .map(({ shopper: { userId } }) => userId)
    .filter((userId) => userId !== customerId)
    .map((userId) => ({ params: { customerId }, body: { customerId: userId } }))
const ofRatings =
  (body: object): Attack =>
  ({ ratings: { ids } }) =>
    ids.map((ratingId) => ({ params: { ratingId }, body }))
/** The rating of the second product is hidden. */
const hiddenFirst =
  (call: (product: AttackData['products'][number], data: AttackData) => AttackCall): Attack =>
  (data) =>
    data.products.slice(1).map((product) => call(product, data))

const LONG_OBJECTION = PADDING.slice(0, 1000)
const longRating = (id: string) => ({ stars: 1, text: (id + PADDING).slice(0, 2000), isNamed: true })

/** One attack for each call of the contracts, with the largest data that the limits allow. */
export const ATTACKS: Record<AttackedName, Attack> = {
  listProducts: () =>
    many((index) => ({
      query: {
        search: `${randomWord(index)} crisp roastd ${'lngo '.repeat(7)}${index}`,
        counts: 'true',
        limit: '100',
      },
    })),
  getProduct: ({ products }) => products.map(({ products_id }) => ({ params: { id: products_id } })),
  createProduct: () => many(() => ({ body: newProduct(`new-${randomUUID()}`) })),
  updateProduct: ({ products }) =>
    many((index) => ({
      params: { id: products.at(-1)?.products_id ?? '' },
      body: newProduct('', index),
    })),
  deleteProduct: ({ spareProducts }, _attacker, index) => [
    { params: { id: spareProducts.at(index)?.products_id ?? '' } },
    ...many((count) => ({ params: { id: `no-product-${count}` } })),
  ],
  getCart: ofSelf,
  addCartItem: ({ products }, { shopper }) =>
    products.map(({ products_id: productId }) => ({
      params: { userId: shopper.userId },
      body: { productId, quantity: 1, name: PADDING },
    })),
  setCartItem: ({ products }, { shopper }) =>
    many((index) => ({
      params: { userId: shopper.userId },
      body: { items: products.map(({ products_id: productId }) => ({ productId, quantity: 1 + index })) },
    })),
  mergeCart: ({ products }, { shopper }) =>
    many(() => ({
      params: { userId: shopper.userId },
      body: {
        mergeId: randomUUID(),
        delta: [...products, ...products].map(({ products_id: productId }, index) => ({
          productId,
          quantity: index < products.length ? 2 : -2,
        })),
      },
    })),
  removeCartItem: ({ products }, { shopper }) =>
    products.slice(1).map(({ products_id: itemId }) => ({ params: { userId: shopper.userId, itemId } })),
  clearCart: ofSelf,
  placePurchase: ({ products }, { shopper }) => [
    { params: { userId: shopper.userId }, body: orderOf(products, UPI_QR) },
  ],
  listPurchases: (_data, { shopper }) => [{ params: { userId: shopper.userId }, query: { limit: '200' } }],
  getPurchase: ofLargeOrder,
  setOrderStatus: (data) => orders(data.orders.shipped, () => ({ deliveryStatus: 'OUT_FOR_DELIVERY' })),
  getBill: (_data, { billedOrder: orderId }) => [{ params: { orderId, bill: 'bill' } }],
  getLinkedBill: (_data, { billedLinkToken: token }) => [{ params: { token, bill: 'bill' } }],
  getBillAtDesk: (_data, { billedOrder: orderId }) => [
    { params: { orderId, bill: 'bill' }, query: { paper: 'thermal' } },
  ],
  printBills: (data) => [{ query: { ids: data.orders.shipped.slice(0, PRINTED_BILLS_MAX).join(',') } }],
  askForBill: (_data, attacker) => orders(attacker.orders.slice(0, 100), () => ({})),
  makeBill: (data) => orders([...data.orders.paid, ...data.orders.packed], () => ({})),
  cancelOrder: (_data, attacker) => orders(attacker.orders.slice(-100), () => ({ reason: 'y'.repeat(200) })),
  claimPaid: (_data, attacker) =>
    orders(attacker.orders.slice(0, 100), () => ({ reference: newReference() })),
  confirmPaid: (data) =>
    orders(data.orders.waiting, () => ({ amount: totalOf(data), reference: newReference() })),
  reviveOrder: (data) =>
    orders(data.orders.cancelled, () => ({ amount: totalOf(data), reference: newReference() })),
  recordPayment: (data) => orders(data.orders.cancelled, () => ({ amount: 1, reference: newReference() })),
  closeClaim: (data) => orders(data.orders.claimed, () => ({})),
  refundOrder: (data) => orders(data.orders.toRefund, () => ({ reason: 'y'.repeat(200) })),
  retryRefund: (data) => data.refunds.map((refund) => ({ params: refundOf(refund), body: {} })),
  settleRefund: (data) =>
    data.refunds.map((refund) => ({
      params: refundOf(refund),
      body: { state: 'done', reference: newReference() },
    })),
  takeOrder: ({ products }) =>
    many((index) => ({
      body: {
        ...orderOf(products, UPI_QR),
        totalAmount: orderOf(products, UPI_QR).totalAmount - 1,
        payment: { way: 'onDelivery' },
        collector: { fullName: 'n'.repeat(100), phoneNumber: `98${String(index).padStart(8, '0')}` },
        discount: { amount: 1, reason: 'r'.repeat(100) },
      },
      headers: { 'idempotency-key': `desk-order-${randomUUID()}` },
    })),
  quoteOrder: ({ products }) =>
    many(() => ({ body: { items: orderOf(products, UPI_QR).items, phone: '9812345678' } })),
  listOrders: () =>
    many((index) => ({
      query: itemAt(
        [{ limit: '200' }, { limit: '200', search: 'asha' }, { limit: '200', work: 'waiting' }],
        index,
      ),
    })),
  listPackQueue: () => [{}],
  bulkOrders: (data, attacker) => {
    const orderIds = [...data.orders.paid, ...attacker.orders.slice(0, 80)]
    return [{ body: { action: 'printed', orderIds } }, { body: { action: 'confirm', orderIds } }]
  },
  printOrders: (_data, attacker) => [{ query: { ids: attacker.orders.slice(0, 100).join(',') } }],
  getOrderForDesk: ofLargeOrder,
  tryOrderEdit: (data) => orders(data.orders.toEdit, () => editOf(data, data.products)),
  editOrder: (data) =>
    orders(data.orders.toEdit, () => ({
      ...editOf(data, data.products.slice(0, 10)),
      totalAmount: totalOf(data),
    })),
  payRest: ({ owedAmount: amount }, { owing }) => orders(owing, () => ({ paymentDetails: UPI_QR, amount })),
  refuseEdit: (_data, { owing }) => orders(owing, () => ({ editId: 'E1' })),
  replaceOrder: (data) =>
    orders(data.orders.toReplace, () => ({
      items: [{ productId: itemAt(data.products, 0).products_id, quantity: 1 }],
      reason: 'y'.repeat(200),
    })),
  takeBackEdit: (data) => orders(data.orders.toOwe, () => ({ editId: 'E1' })),
  packOrder: (data) => orders(data.orders.paid, () => ({ step: 'begin' })),
  shipOrder: (data) => orders(data.orders.packed, () => ({ courier: 'Delhivery' })),
  saveParcel: (data) =>
    orders(data.orders.shipped, (orderId) => ({ courier: 'Delhivery', trackingNumber: orderId })),
  deliverOrder: (data) => orders(data.orders.shipped, () => ({})),
  reportUndelivered: (data) =>
    orders(data.orders.toDeliverLater, () => ({ outcome: 'tryAgain', reason: 'nobodyThere' })),
  cancelOrderByShop: (data) => orders(data.orders.toCancel, () => ({ reason: 'y'.repeat(200) })),
  settleGoods: (data) => orders(data.orders.sentBack, () => ({ goods: 'back' })),
  addOrderNote: (_data, { largeOrder }) =>
    many((index) => ({ params: { orderId: largeOrder }, body: { text: `${index}${'n'.repeat(490)}` } })),
  sendOrderMail: (_data, { billedOrder: orderId }) =>
    many(() => ({ params: { orderId }, body: { mail: 'confirmed' } })),
  previewMail: () => [{ params: { kind: 'order-confirmed' }, query: { order: 'newest' } }],
  getToday: () => [{}],
  listCustomers: () => [{ query: { limit: '200' } }, { query: { limit: '200', search: 'asha' } }],
  getCustomer: ofCustomer({}),
  saveCustomer: ofCustomer({ body: { tags: TAGS, takesNoCash: true } }),
  addCustomerNote: (_data, { shopper }) =>
    many((index) => ({
      params: { customerId: shopper.userId },
      body: { text: `${index}${'n'.repeat(490)}` },
    })),
  removeCustomerNote: (_data, { shopper }) =>
    many((index) => ({ params: { customerId: shopper.userId, noteId: `no-note-${index}` } })),
  joinCustomers: ({ attackers }, { shopper }) => joins(attackers, shopper.userId),
  separateCustomer: ({ attackers }, { shopper }) => joins(attackers, shopper.userId),
  exportCustomers: () => many(() => ({ query: { search: 'asha' } })),
  exportNewsletter: () => many(() => ({})),
  eraseCustomer: (data, _attacker, index) => [
    { params: { customerId: data.victims[2 * index]?.userId ?? '' }, body: { confirm: 'erase' } },
  ],
  placeGuestOrder: ({ products }) =>
    many((index) => ({ body: { ...orderOf(products, UPI_QR), email: `guest${index}@example.in` } })),
  findGuestOrder: ({ guest }) => [{ body: {}, headers: { 'idempotency-key': guest.key } }],
  getLinkedOrder: ofLink,
  cancelLinkedOrder: ({ guest }) => [{ params: { token: guest.token }, body: { reason: 'y'.repeat(200) } }],
  claimLinkedPaid: (_data, { linkToken }) =>
    many(() => ({ params: { token: linkToken }, body: { reference: newReference() } })),
  askForLinkedBill: (_data, { linkToken }) => [{ params: { token: linkToken }, body: {} }],
  payLinkedRest: ({ owedAmount: amount }, { owingLinks: [token = ''] }) =>
    many(() => ({ params: { token }, body: { paymentDetails: UPI_QR, amount } })),
  refuseLinkedEdit: (_data, { owingLinks: [, token = ''] }) =>
    many(() => ({ params: { token }, body: { editId: 'E1' } })),
  confirmLinkedOrder: (_data, { linkToken }) =>
    many((index) => ({ params: { token: linkToken }, body: { code: `${index}`.padStart(128, '0') } })),
  claimLinkedOrder: ({ guest }) => [{ params: { token: guest.token }, body: {} }],
  renewOrderLink: (_data, attacker) => orders(attacker.orders.slice(0, 1), () => ({})),
  helpWithOrder: (_data, { largeOrder }) => [
    { params: { orderId: largeOrder }, body: { kind: 'damaged', text: LONG_TEXT } },
  ],
  listOrderTickets: ofLargeOrder,
  helpWithLinkedOrder: (_data, { linkToken }) => [
    { params: { token: linkToken }, body: { kind: 'damaged', text: LONG_TEXT } },
  ],
  listLinkedTickets: ofLink,
  addHelpPicture: ({ photo }, { largeOrder, ticketNumber }) => [
    { params: { orderId: largeOrder, number: ticketNumber }, file: photo },
  ],
  getHelpPicture: (_data, { largeOrder, ticketNumber, pictureId }) => [
    { params: { orderId: largeOrder, number: ticketNumber, pictureId } },
  ],
  addLinkedHelpPicture: ({ photo }, { linkToken, ticketNumber }) => [
    { params: { token: linkToken, number: ticketNumber }, file: photo },
  ],
  getLinkedHelpPicture: (_data, { linkToken, ticketNumber, pictureId }) => [
    { params: { token: linkToken, number: ticketNumber, pictureId } },
  ],
  getPaymentMethods: () => [{}],
  getPincode: () => many((index) => ({ params: { pincode: String(560001 + index) } })),
  listAddresses: ofSelf,
  addAddress: (_data, { shopper }) =>
    many((index) => ({
      params: { userId: shopper.userId },
      body: { ...homeAddress, addressLine1: `${index} ${STREET}`.slice(0, 200), addressLine2: STREET },
    })),
  updateAddress: (_data, { shopper, addressId }) =>
    many((index) => ({
      params: { userId: shopper.userId, addressId },
      body: { ...homeAddress, addressLine1: `${index} ${STREET}`.slice(0, 200), isDefault: true },
    })),
  removeAddress: (_data, { shopper, addressId }) => [{ params: { userId: shopper.userId, addressId } }],
  subscribeNewsletter: () => many((index) => ({ body: { name: 'Asha', email: `asha${index}@example.in` } })),
  subscribeByForm: () =>
    many((index) => ({
      file: Buffer.from(`name=Asha&email=form${index}%40example.in&more=${'x'.repeat(3000)}`),
    })),
  confirmNewsletter: () => many(() => ({ query: { token: randomUUID() } })),
  unsubscribeNewsletter: () => many(() => ({ query: { token: randomUUID() } })),
  listFavourites: ofSelf,
  changeFavourites: ({ products }, { shopper }) =>
    many((index) => ({
      params: { userId: shopper.userId },
      body: {
        changes: many(
          (at) => ({
            productId: products[at % products.length]?.products_id ?? '',
            isFavourite: (index + at) % 2 === 0,
          }),
          FAVOURITES_MAX,
        ),
      },
    })),
  listStockAlerts: ofSelf,
  addStockAlert: ({ soldOutProducts }, { shopper }) =>
    soldOutProducts.map(({ products_id: productId }) => ({
      params: { userId: shopper.userId },
      body: { productId },
    })),
  removeStockAlert: ({ soldOutProducts }, { shopper }) =>
    soldOutProducts.map(({ products_id: productId }) => ({ params: { userId: shopper.userId, productId } })),
  requestStockAlert: ({ soldOutProducts }) =>
    soldOutProducts.map(({ products_id: productId }, index) => ({
      body: { productId, email: `waits${index}@example.in` },
    })),
  requestStockAlertByForm: ({ soldOutProducts }) =>
    soldOutProducts.map(({ products_id }, index) => ({
      file: Buffer.from(`productId=${products_id}&email=waits${index}%40example.in&more=${'x'.repeat(3000)}`),
    })),
  confirmStockAlert: () => many(() => ({ query: { token: randomUUID() } })),
  stopStockAlert: () => many(() => ({ query: { token: randomUUID() } })),
  recordView: ({ products }, { shopper }) =>
    products.map(({ products_id: productId }) => ({
      params: { userId: shopper.userId },
      body: { productId },
    })),
  listPushDevices: ofSelf,
  addPushDevice: (_data, { shopper }) =>
    many((index) => ({ params: { userId: shopper.userId }, body: subscriptionOf(index) })),
  removePushDevice: (_data, { shopper }) =>
    many((index) => ({ params: { userId: shopper.userId, deviceId: deviceIdOf(index) } })),
  listDeskPushDevices: () => [{}],
  addDeskPushDevice: () => many((index) => ({ body: subscriptionOf(index) })),
  removeDeskPushDevice: () => many((index) => ({ params: { deviceId: deviceIdOf(index) } })),
  listLinkedPushDevices: ofLink,
  addLinkedPushDevice: (_data, { linkToken }) =>
    many((index) => ({ params: { token: linkToken }, body: subscriptionOf(index) })),
  removeLinkedPushDevice: (_data, { linkToken }) =>
    many((index) => ({ params: { token: linkToken, deviceId: deviceIdOf(index) } })),
  exportAccount: ofSelf,
  eraseAccount: (data, _attacker, index) => [
    { params: { userId: data.victims[2 * index + 1]?.userId ?? '' } },
  ],
  removeDemoSnacks: () => [{ body: {} }],
  getShop: () => [{}],
  getShopAtDesk: () => [{}],
  updateShop: () => many((index) => ({ body: largestShop(index) })),
  getFigures: () => inYear({}),
  getFigureTable: () => inYear({ table: 'products' }),
  exportProducts: () => [{}],
  exportOrders: () => [{}],
  exportOrderLines: () => [{}],
  exportStock: () => [{}],
  exportStockValue: () => [{}],
  getStockValue: () => [{}],
  exportOffers: () => [{}],
  exportLog: () => [{}],
  importProducts: () =>
    many(() => ({
      body: {
        isDryRun: false,
        header: ['name', 'price', 'description'],
        rows: Array.from({ length: 10 }, (_, row) => ({
          row: row + 2,
          cells: [`New ${randomUUID()}`, '10', 'x'.repeat(5000)],
        })),
      },
    })),
  undoProducts: ({ products }) =>
    many((index) => ({
      body: {
        changes: products
          .slice(0, UNDO_PRODUCTS_MAX)
          .map(({ products_id }) => ({ products_id, at: new Date(Date.now() - index).toISOString() })),
      },
    })),
  // `updateShop` has given the shop a GSTIN, so it files a return.
  getReturn: () => inMonth({}),
  getReturnJson: () => inMonth({}),
  getReturnSheet: () => inMonth({ sheet: 'docs' }),
  listReturnBills: () => inMonth({}),
  getReturnPapers: () => inMonth({}),
  closeReturn: () => many((index) => ({ params: { month: `2025-0${1 + (index % 9)}` }, body: {} })),
  getBell: () => [{}],
  setBell: () =>
    many((index) => ({
      body: {
        ways: { order: 'mail', paid: 'none', complaint: 'daily', problem: 'mail', stock: 'daily' },
        quietFrom: index % 24,
        quietUntil: (index * 7) % 24,
      },
    })),
  getStorefront: () => [{}],
  getShelves: () => [{}],
  saveShelves: () =>
    many((index) => ({
      // The first shelves stay, and all others are replaced.
      body: {
        shelves: Array.from({ length: SHELVES_MAX }, (_, shelf) => ({
          ...(shelf < FIRST_SHELVES.length && { was: FIRST_SHELVES[shelf]?.slug }),
          slug: FIRST_SHELVES[shelf]?.slug ?? `shelf-${index}-${shelf}`,
          name: FIRST_SHELVES[shelf]?.name ?? `Shelf ${shelf} ${'x'.repeat(40)}`,
          text: `${index} ${'y'.repeat(190)}`,
        })),
      },
    })),
  getHome: () => [{}],
  publishHome: () => many((index) => ({ body: { home: largestHome(index) } })),
  undoHome: () => many(() => ({ body: {} })),
  unscheduleHome: () => [{}],
  getPriceTerms: () =>
    many((index) => ({
      body: { productIds: many((id) => `p${index}-${id}`.padEnd(120, 'x'), 100), code: `GUESS${index}` },
    })),
  listOffers: () => [{}],
  saveOffer: () =>
    many((index) => ({ params: { offerId: `offer-${index % 100}` }, body: offerAmongMany(index) })),
  // Only an offer that has ended can be removed.
  setOfferState: () =>
    many((index) => ({
      params: { offerId: `offer-${index % 100}` },
      body: { state: index % 2 === 0 ? 'ended' : 'paused' },
    })),
  removeOffer: () => many((index) => ({ params: { offerId: `offer-${index % 100}` } })),
  tryOffer: ({ products }) =>
    many((index) => ({
      body: {
        offer: offerAmongMany(index),
        items: products.map(({ products_id: productId }) => ({ productId, quantity: 50 })),
        pincode: '560001',
      },
    })),
  getSynonyms: () => [{}],
  getSynonymsAtDesk: () => [{}],
  listFruitlessSearches: () => [{}],
  saveSynonyms: () =>
    many((index) => ({
      body: {
        synonyms: Array.from({ length: SYNONYMS_MAX }, (_, line) => ({
          searched: [`word${index} ${line}`],
          // All lines together must fit into a body.
          finds: Array.from(
            { length: PHRASES_MAX / 4 },
            (_each, phrase) => `found${phrase} ${'y'.repeat(20)}`,
          ),
        })),
      },
    })),
  getMenus: () => [{}],
  saveMenus: () =>
    many((index) => ({
      body: {
        ...FIRST_MENUS,
        phone: Array.from({ length: MENU_LINKS_MAX }, (_, link) => ({
          label: `${index} ${'x'.repeat(30)}`,
          to: `/collections/${'p'.repeat(180)}${link}`,
          hidesWhenEmpty: true,
        })),
      },
    })),
  getConnections: () => [{}],
  connectRazorpay: () =>
    many((index) => ({
      body: { keyId: `rzp_test_${index}`, keySecret: 's'.repeat(200), webhookSecret: 'w'.repeat(200) },
    })),
  offerRazorpay: () => [{ body: { isOffered: true } }, { body: { isOffered: false } }],
  // No mail server listens at this port.
  connectMail: () =>
    many((index) => ({
      body: {
        host: '127.0.0.1',
        port: 9,
        security: 'none',
        user: 'u'.repeat(200),
        password: 'p'.repeat(500),
        from: `asha${index}@example.in`,
      },
    })),
  disconnectMail: () => [{}],
  sendTestMail: () => [{ body: {} }],
  createTicket: () =>
    many((index) => ({ body: { name: 'Asha', email: `asha${index}@example.in`, text: LONG_TEXT } })),
  getTicket: ({ complaint }) => [{ params: { token: complaint.token } }],
  listTickets: () => [{ query: { limit: '200' } }, { query: { limit: '200', search: 'asha' } }],
  getTicketAtDesk: anyTicket({}),
  acknowledgeTicket: ({ complaint }) => complaint.numbers.map((id) => ({ params: { id }, body: {} })),
  replyToTicket: anyTicket({ body: { text: LONG_TEXT } }),
  closeTicket: anyTicket({ body: { text: LONG_TEXT } }),
  closeTickets: (_data, { ticketNumber }) => [
    {
      body: {
        numbers: many((index) => (index === 0 ? ticketNumber : `N-${index}`), 100),
        text: LONG_TEXT,
        isMailed: true,
      },
    },
  ],
  listRatings: ({ products }) =>
    products.map(({ products_id: id }) => ({ params: { id }, query: { sort: 'helpful', limit: '20' } })),
  getRatingPicture: ({ ratings: { ids, pictureId } }) => [{ params: { ratingId: ids[0] ?? '', pictureId } }],
  findHelpful: ofRatings({}),
  stopRatingMails: (_data, { linkToken }) => [{ params: { token: linkToken }, body: {} }],
  getOwnRating: ({ products }) => products.map(({ products_id: id }) => ({ params: { id } })),
  saveRating: ({ products }) =>
    products.map(({ products_id: id }) => ({ params: { id }, body: longRating(id) })),
  removeRating: ({ products }) => products.map(({ products_id: id }) => ({ params: { id } })),
  addRatingPicture: ({ products, photo }) =>
    products.map(({ products_id: id }) => ({ params: { id }, file: photo })),
  objectToHiding: hiddenFirst(({ products_id: id }) => ({ params: { id }, body: { text: LONG_OBJECTION } })),
  getLinkedRating: ({ products, ratingLink: token }) =>
    products.map(({ products_id: id }) => ({ params: { token, id } })),
  saveLinkedRating: ({ products, ratingLink: token }) =>
    products.map(({ products_id: id }) => ({ params: { token, id }, body: longRating(id) })),
  addLinkedRatingPicture: ({ products, photo, ratingLink: token }) =>
    products.map(({ products_id: id }) => ({ params: { token, id }, file: photo })),
  objectToLinkedHiding: hiddenFirst(({ products_id: id }, { ratingLink: token }) => ({
    params: { token, id },
    body: { text: LONG_OBJECTION },
  })),
  removeLinkedRating: ({ products, ratingLink: token }) =>
    products.map(({ products_id: id }) => ({ params: { token, id } })),
  listRatingsAtDesk: () => [{ query: { list: 'shown', limit: '50' } }],
  getRatingPictureAtDesk: ({ ratings: { ids, pictureId } }) => [
    { params: { ratingId: ids[0] ?? '', pictureId } },
  ],
  hideRating: ofRatings({ reason: 'insult' }),
  showRating: ofRatings({}),
  answerRating: ofRatings({ text: LONG_OBJECTION }),
  getTicketPicture: (_data, { ticketNumber, pictureId }) => [{ params: { id: ticketNumber, pictureId } }],
  readGrid: () => [{ query: { limit: '200' } }, { query: { limit: '200', search: 'snack' } }],
  saveGrid: ({ products }) =>
    many((index) => ({
      body: {
        rows: products.map(({ products_id }) => ({ products_id, version: `${index}`, price: 10 + index })),
      },
    })),
  getProductForDesk: ({ products }) => products.map(({ products_id }) => ({ params: { id: products_id } })),
  getStockHistory: ({ products }) =>
    products.map(({ products_id: id }) => ({ params: { id }, query: { limit: '100' } })),
  changeStock: ({ products }) =>
    many((index) => ({
      params: { id: itemAt(products, 0).products_id },
      body: { kind: 'received', units: index + 1, note: 'n'.repeat(200) },
    })),
  getCourierCash: () => [{}],
  getCourierCashTable: () => [{}],
  recordCourierPayment: () => many((index) => ({ body: courierPaymentOf(index) })),
  undoCourierPayment: ({ courierPayments }) =>
    courierPayments.map((paymentId) => ({ params: { paymentId }, body: {} })),
  getBatchBuyers: ({ products }) =>
    products.map(({ products_id: id }) => ({ params: { id }, query: { batch: 'B7' } })),
  getBatchBuyersTable: ({ products }) =>
    products.map(({ products_id: id }) => ({ params: { id }, query: { batch: 'B7' } })),
  recallBatch: ({ products }) =>
    many((index) => ({
      params: { id: itemAt(products, 0).products_id },
      body: { batch: `B${index}`, reason: 'r'.repeat(300), advice: 'a'.repeat(300) },
    })),
  listLog: () => [{ query: { limit: '200' } }],
  listOperators: () => [{}],
  // Who loses a role is signed out. An attacker would be a guest for the calls that follow.
  grantRole: ({ customer }) => [{ body: { email: customer.email, role: 'packer' } }],
  revokeRole: ({ customer }) => [{ params: { email: customer.email, role: 'packer' } }],
  inviteOperator: () => many((index) => ({ body: { email: `invited${index}@example.in`, role: 'packer' } })),
  withdrawInvitation: () => many((index) => ({ params: { email: `invited${index}@example.in` } })),
  uploadPicture: ({ photo }) => [{ file: photo }],
  getRecommendations: (_data, { shopper }) =>
    many((index) => ({
      params: { userId: index % 2 ? shopper.userId : GUEST_RECOMMENDATIONS_USER_ID },
      query: {
        limit: String(1 + (index % RECOMMENDATIONS_LIMIT_MAX)),
        reasons: 'true',
        // What goes well with the largest cart is computed anew for each request.
        ...(index % 3 === 0 && {
          basket: Array.from({ length: CART_LINES_MAX }, (_, line) => `p${index}-${line}`).join(','),
        }),
      },
    })),
  receivePaymentEvent: () => [
    { params: { provider: 'simulator' }, file: Buffer.from(`{"event":"${PADDING}"}`) },
  ],
  returnFromPayment: (_data, attacker) => [
    {
      params: { provider: 'simulator' },
      query: { order: attacker.largeOrder },
      file: Buffer.from(`card=${PADDING}`),
    },
  ],
}

/** Calls that cannot succeed: they need a secret, or an order or a product in a state that this proof does not make. */
export const REFUSED: ReadonlySet<AttackedName> = new Set([
  'confirmNewsletter',
  'unsubscribeNewsletter',
  'confirmStockAlert',
  'stopStockAlert',
  'confirmLinkedOrder',
  'claimLinkedOrder',
  'retryRefund',
  'receivePaymentEvent',
  'returnFromPayment',
  'connectRazorpay',
  'offerRazorpay',
  'connectMail',
])

/** Who makes the call: a guest, the attacker's account, or an operator's. */
export function callerOf({ access }: Endpoint) {
  if (access === 'public') return 'guest'
  return access === 'admin' ? 'operator' : 'shopper'
}

function newProduct(products_id: string, index = 0) {
  return {
    ...(products_id && { products_id }),
    name: 'n'.repeat(200),
    description: `${index} ${'Crisp and salted. '.repeat(270)}`,
    price: 10,
    images: many((index) => `/images/${index}.webp`, 20),
    category: 'Large',
  }
}

function totalOf({ products }: AttackData) {
  return orderOf(products.slice(0, 10), CARD).totalAmount
}

/** The largest edit of an order with these snacks. */
function editOf({ versionOfPaid: version }: AttackData, products: AttackData['products']) {
  return {
    items: products.map(({ products_id: productId }) => ({ productId, quantity: 1 })),
    address: { ...homeAddress, addressLine1: STREET, addressLine2: STREET },
    shopNote: LONG_TEXT.slice(0, 300).trim(),
    version,
  }
}

function refundOf(refund: string) {
  const [orderId = '', , refundId = ''] = refund.split('/')
  return { orderId, refundId }
}

/** Calls for the current month, in which the shop has bills, and for other months. */
function inMonth(params: Record<string, string>): AttackCall[] {
  const month = calendarDay(new Date()).slice(0, 'yyyy-mm'.length)
  return many((index) => ({
    params: { ...params, month: index % 2 === 0 ? month : `2025-0${1 + (index % 9)}` },
  }))
}

/** Calls for different years, so that each reads other days. */
function inYear(params: Record<string, string>): AttackCall[] {
  return many((index) => {
    const year = index % 2 === 0 ? new Date().getFullYear() : 2020 + (index % 5)
    return { params, query: { from: `${year}-01-01`, until: `${year}-12-31`, by: 'week' } }
  })
}

/** The record has as many zones of two hundred pincodes as a body can have. */
function largestShop(index: number) {
  const terms = { delivers: true, fee: 0, days: 5, cod: true }
  const pincodes = (zone: number) => many((count) => String(100_000 + zone * 200 + count))
  const zones = many((zone) => ({ name: `Zone ${zone}`, pincodes: pincodes(zone), states: [], ...terms }), 30)
  return aShop({ legalName: `Asha Foods ${index}`, delivery: { zones, rest: terms } })
}
