import type { Endpoint } from '../api/endpoint.ts'
import type { ErrorCode } from '../api/reply.ts'
import type { shopApiEndpoints } from './shop-api-endpoints.ts'

// What the API reference says about the endpoints beside their own descriptions. Only the reference
// loads this file: browsers, which load the endpoints, need none of it.

/** The groups of the reference, by the beginning of the path. */
export const API_GROUPS: Readonly<Record<string, string>> = {
  products: 'The catalogue, and how operators change it',
  carts: "The shopper's cart",
  purchases: "The shopper's orders",
  'guest-orders': 'Orders without an account',
  'order-links': 'One order by the link in its mails, without an account',
  payments: 'Messages of payment providers',
  'payment-methods': 'How a shopper may pay',
  'price-terms': 'Offers and taxes of a cart',
  pincodes: 'Where the shop delivers, and on which terms',
  addresses: "The shopper's address book",
  newsletter: 'The newsletter',
  favourites: 'The favourites of shoppers',
  'stock-alerts': 'Sold-out products that shoppers wait for',
  'back-in-stock': 'Sold-out products that guests wait for, by e-mail',
  views: 'Which products a shopper has looked at, for suggestions',
  push: 'Push messages about orders, in browsers whose shopper asked for them',
  account: "All data of a shopper's account",
  shop: 'Who runs the shop',
  synonyms: 'Words that the search takes for each other',
  storefront: 'The shelves, the home page and the menus',
  tickets: 'Complaints',
  ratings: 'What buyers say about snacks',
  'admin/orders': 'The desk: orders, their work and their money',
  'admin/bills': 'The desk: bills and credit notes on paper',
  'admin/figures': 'The desk: what was sold',
  'admin/stock-value': 'The desk: what is in stock and what it has cost',
  'admin/exports': 'The desk: tables as CSV files',
  'admin/courier-cash': 'The desk: cash that couriers owe, and what they paid',
  'admin/returns': "The desk: the month's return for the tax office",
  'admin/today': 'The desk: the figures of the day',
  'admin/customers': 'The desk: the people who order',
  'admin/files': 'The desk: files of customers and subscribers',
  'admin/shop': "The desk: the shop's record",
  'admin/shelves': 'The desk: the shelves',
  'admin/searches': 'The desk: searches without a result',
  'admin/synonyms': 'The desk: words that the search takes for each other',
  'admin/offers': 'The desk: offers and codes',
  'admin/home': 'The desk: the home page',
  'admin/menus': 'The desk: the entries of header, phone menu and footer',
  'admin/push': 'The desk: push messages to operators',
  'admin/bell': 'The desk: what waits, and how operators are told',
  'admin/connections': 'The desk: payment provider and mail server',
  'admin/tickets': 'The desk: complaints',
  'admin/ratings': 'The desk: what buyers say about snacks',
  'admin/products': 'The desk: products with drafts, and the grid',
  'admin/pictures': 'The desk: pictures of products',
  'admin/mails': 'The desk: what the mails of the shop look like',
  'admin/log': 'The desk: what operators have changed',
  'admin/operators': 'The desk: operators and their roles',
}

export function groupOf({ path }: Pick<Endpoint, 'path'>): string {
  const [first = '', second = ''] = path.slice(1).split('/')
  return first === 'admin' ? `${first}/${second}` : first
}

// The errors that several calls share.

const PLACED: readonly ErrorCode[] = [
  'PRODUCT_UNAVAILABLE',
  'PRICE_CHANGED',
  'OUT_OF_STOCK',
  'QUANTITY_LIMITED',
  'OPEN_ORDERS_LIMITED',
  'ADDRESS_NOT_SERVED',
  'COD_UNAVAILABLE',
  'COD_LIMITED',
  'PAYMENT_METHOD_UNAVAILABLE',
  'PAYMENT_DECLINED',
  'SHOP_NOT_OPEN',
  'IDEMPOTENCY_KEY_REUSED',
  'REQUEST_IN_PROGRESS',
]
const CART: readonly ErrorCode[] = ['PRODUCT_NOT_FOUND', 'CART_CHANGED', 'IDEMPOTENCY_KEY_REUSED']
const ORDER: readonly ErrorCode[] = ['ORDER_NOT_FOUND']
const SHOPPER_STEP: readonly ErrorCode[] = ['ORDER_NOT_FOUND', 'ILLEGAL_TRANSITION']
const DESK_STEP: readonly ErrorCode[] = [...SHOPPER_STEP, 'ORDER_CHANGED']
const SEEN_PAYMENT: readonly ErrorCode[] = [
  ...DESK_STEP,
  'OUT_OF_STOCK',
  'NOT_WAITING_FOR_PAYMENT',
  'AMOUNT_DIFFERS',
  'REFERENCE_USED',
]
/** Why an order is refused as an operator has filled it in. */
const WRITTEN: readonly ErrorCode[] = [
  'PRODUCT_UNAVAILABLE',
  'OUT_OF_STOCK',
  'QUANTITY_LIMITED',
  'ADDRESS_NOT_SERVED',
  'COD_UNAVAILABLE',
  'COD_LIMITED',
  'PAYMENT_METHOD_UNAVAILABLE',
]
const EDIT: readonly ErrorCode[] = [...DESK_STEP, ...WRITTEN]
const PAY_REST: readonly ErrorCode[] = [
  'ORDER_NOT_FOUND',
  'NOT_WAITING_FOR_PAYMENT',
  'AMOUNT_DIFFERS',
  'PAYMENT_DECLINED',
  'PAYMENT_METHOD_UNAVAILABLE',
  'REQUEST_IN_PROGRESS',
  'ILLEGAL_TRANSITION',
]
const BILL: readonly ErrorCode[] = ['ORDER_NOT_FOUND', 'BILL_NOT_FOUND', 'BILL_INCOMPLETE']
const REFUND: readonly ErrorCode[] = [...DESK_STEP, 'REFUND_NOT_FOUND', 'REFUND_TOO_MUCH', 'REFERENCE_USED']
const HELP: readonly ErrorCode[] = ['ORDER_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED']
const HELP_PICTURE: readonly ErrorCode[] = [
  'ORDER_NOT_FOUND',
  'TICKET_NOT_FOUND',
  'IMAGE_NOT_FOUND',
  'ILLEGAL_TRANSITION',
  'PICTURES_LIMITED',
]
const TICKET: readonly ErrorCode[] = ['TICKET_NOT_FOUND', 'ILLEGAL_TRANSITION']
const RATING: readonly ErrorCode[] = ['RATING_NOT_FOUND']
const NOT_RATED: readonly ErrorCode[] = ['PRODUCT_NOT_FOUND', 'NOT_A_BUYER']
const SAVED_RATING: readonly ErrorCode[] = [...NOT_RATED, 'RATED_ALREADY']
const RATING_PICTURE: readonly ErrorCode[] = ['PRODUCT_NOT_FOUND', ...RATING, 'PICTURES_LIMITED']
const OBJECTION: readonly ErrorCode[] = ['PRODUCT_NOT_FOUND', ...RATING, 'ILLEGAL_TRANSITION']
const CONNECTION: readonly ErrorCode[] = ['CONNECTION_FAILED', 'FIXED_BY_SETTING']
const ROLE: readonly ErrorCode[] = ['ROLES_ELSEWHERE']

type Described = keyof typeof shopApiEndpoints | 'receivePaymentEvent' | 'returnFromPayment'

/** The errors that a call can get beside those that follow from its description, see `errorsOf`. */
const OWN_ERRORS: Readonly<Partial<Record<Described, readonly ErrorCode[]>>> = {
  subscribeByForm: ['FORBIDDEN'],
  addStockAlert: ['PRODUCT_NOT_FOUND', 'NOT_SOLD_OUT', 'STOCK_ALERTS_LIMITED', 'EMAIL_NOT_CONFIRMED'],
  requestStockAlert: ['PRODUCT_NOT_FOUND', 'NOT_SOLD_OUT'],
  requestStockAlertByForm: ['FORBIDDEN'],
  confirmStockAlert: ['STOCK_ALERTS_LIMITED'],
  getProduct: ['PRODUCT_NOT_FOUND'],
  createProduct: ['PRODUCT_EXISTS'],
  updateProduct: ['PRODUCT_NOT_FOUND', 'PRODUCT_CHANGED', 'ILLEGAL_TRANSITION'],
  deleteProduct: ['PRODUCT_NOT_FOUND'],
  getProductForDesk: ['PRODUCT_NOT_FOUND'],
  recordCourierPayment: ['IDEMPOTENCY_KEY_REUSED'],
  undoCourierPayment: ['ILLEGAL_TRANSITION'],
  getBatchBuyers: ['PRODUCT_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  getBatchBuyersTable: ['PRODUCT_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  recallBatch: ['PRODUCT_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  getStockHistory: ['PRODUCT_NOT_FOUND'],
  changeStock: ['PRODUCT_NOT_FOUND', 'ILLEGAL_TRANSITION', 'IDEMPOTENCY_KEY_REUSED'],
  addCartItem: CART,
  setCartItem: CART,
  mergeCart: CART,
  removeCartItem: CART,
  clearCart: CART,
  placePurchase: PLACED,
  placeGuestOrder: PLACED,
  takeOrder: PLACED,
  quoteOrder: WRITTEN,
  askForBill: SHOPPER_STEP,
  askForLinkedBill: SHOPPER_STEP,
  getBill: BILL,
  getLinkedBill: BILL,
  getBillAtDesk: BILL,
  makeBill: [...DESK_STEP, 'BILL_INCOMPLETE'],
  printBills: BILL,
  findGuestOrder: ORDER,
  getPurchase: ORDER,
  setOrderStatus: [...DESK_STEP, 'SIGN_IN_AGAIN'],
  cancelOrder: [...SHOPPER_STEP, 'CANCEL_TOO_LATE'],
  claimPaid: [...SHOPPER_STEP, 'NOT_WAITING_FOR_PAYMENT'],
  refuseEdit: DESK_STEP,
  payRest: PAY_REST,
  confirmPaid: SEEN_PAYMENT,
  reviveOrder: SEEN_PAYMENT,
  recordPayment: [...SEEN_PAYMENT, 'SIGN_IN_AGAIN'],
  closeClaim: SEEN_PAYMENT,
  refundOrder: [...REFUND, 'IDEMPOTENCY_KEY_REUSED', 'SIGN_IN_AGAIN'],
  replaceOrder: [...DESK_STEP, 'PRODUCT_UNAVAILABLE', 'OUT_OF_STOCK', 'IDEMPOTENCY_KEY_REUSED'],
  retryRefund: [...REFUND, 'SIGN_IN_AGAIN'],
  settleRefund: REFUND,
  getOrderForDesk: ORDER,
  tryOrderEdit: EDIT,
  takeBackEdit: [...DESK_STEP, 'SIGN_IN_AGAIN'],
  editOrder: [...EDIT, 'PRICE_CHANGED', 'IDEMPOTENCY_KEY_REUSED', 'SIGN_IN_AGAIN'],
  packOrder: DESK_STEP,
  shipOrder: DESK_STEP,
  saveParcel: DESK_STEP,
  deliverOrder: DESK_STEP,
  cancelOrderByShop: [...DESK_STEP, 'SIGN_IN_AGAIN'],
  reportUndelivered: [...DESK_STEP, 'SIGN_IN_AGAIN'],
  settleGoods: DESK_STEP,
  addOrderNote: [...DESK_STEP, 'IDEMPOTENCY_KEY_REUSED'],
  sendOrderMail: [...DESK_STEP, 'IDEMPOTENCY_KEY_REUSED'],
  getCustomer: ['CUSTOMER_NOT_FOUND'],
  eraseCustomer: ['CUSTOMER_NOT_FOUND', 'CUSTOMER_IS_OPERATOR', 'ORDER_ON_ITS_WAY'],
  getLinkedOrder: ORDER,
  cancelLinkedOrder: [...SHOPPER_STEP, 'CANCEL_TOO_LATE'],
  claimLinkedPaid: [...SHOPPER_STEP, 'NOT_WAITING_FOR_PAYMENT'],
  refuseLinkedEdit: DESK_STEP,
  payLinkedRest: PAY_REST,
  confirmLinkedOrder: SHOPPER_STEP,
  claimLinkedOrder: SHOPPER_STEP,
  renewOrderLink: ORDER,
  listLinkedPushDevices: ORDER,
  addLinkedPushDevice: ORDER,
  removeLinkedPushDevice: ORDER,
  helpWithOrder: HELP,
  listOrderTickets: ORDER,
  helpWithLinkedOrder: HELP,
  listLinkedTickets: ORDER,
  addHelpPicture: HELP_PICTURE,
  getHelpPicture: HELP_PICTURE,
  addLinkedHelpPicture: HELP_PICTURE,
  getLinkedHelpPicture: HELP_PICTURE,
  getPincode: ['PINCODE_NOT_FOUND'],
  addAddress: ['ADDRESS_BOOK_FULL'],
  updateAddress: ['ADDRESS_NOT_FOUND'],
  removeAddress: ['ADDRESS_NOT_FOUND'],
  eraseAccount: ['ORDER_ON_ITS_WAY', 'LAST_ADMIN'],
  updateShop: ['SHOP_CHANGED'],
  saveShelves: ['SHELVES_CHANGED', 'SHELF_NOT_EMPTY'],
  publishHome: ['HOME_CHANGED'],
  undoHome: ['HOME_CHANGED', 'NOTHING_TO_UNDO'],
  unscheduleHome: ['HOME_CHANGED'],
  saveMenus: ['MENUS_CHANGED'],
  saveSynonyms: ['SYNONYMS_CHANGED'],
  saveOffer: ['OFFER_CHANGED', 'CODE_TAKEN', 'OFFERS_FULL'],
  setOfferState: ['OFFER_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  removeOffer: ['OFFER_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  connectRazorpay: CONNECTION,
  offerRazorpay: CONNECTION,
  connectMail: CONNECTION,
  disconnectMail: CONNECTION,
  sendTestMail: CONNECTION,
  createTicket: ['IDEMPOTENCY_KEY_REUSED'],
  getTicket: TICKET,
  getTicketAtDesk: TICKET,
  acknowledgeTicket: TICKET,
  replyToTicket: TICKET,
  closeTicket: TICKET,
  getTicketPicture: ['TICKET_NOT_FOUND', 'IMAGE_NOT_FOUND'],
  listRatings: ['PRODUCT_NOT_FOUND'],
  getRatingPicture: ['IMAGE_NOT_FOUND'],
  findHelpful: RATING,
  stopRatingMails: ORDER,
  getOwnRating: ['PRODUCT_NOT_FOUND'],
  saveRating: SAVED_RATING,
  removeRating: NOT_RATED,
  addRatingPicture: RATING_PICTURE,
  objectToHiding: OBJECTION,
  getLinkedRating: ['ORDER_NOT_FOUND', 'PRODUCT_NOT_FOUND'],
  saveLinkedRating: ['ORDER_NOT_FOUND', ...SAVED_RATING],
  removeLinkedRating: ['ORDER_NOT_FOUND', ...NOT_RATED],
  addLinkedRatingPicture: ['ORDER_NOT_FOUND', ...RATING_PICTURE],
  objectToLinkedHiding: ['ORDER_NOT_FOUND', ...OBJECTION],
  getRatingPictureAtDesk: ['IMAGE_NOT_FOUND'],
  hideRating: RATING,
  showRating: RATING,
  answerRating: [...RATING, 'ILLEGAL_TRANSITION'],
  getReturnJson: ['NO_RETURN'],
  getReturnSheet: ['NO_RETURN'],
  closeReturn: ['NO_RETURN', 'ILLEGAL_TRANSITION'],
  listOperators: ROLE,
  grantRole: ROLE,
  revokeRole: ROLE,
  inviteOperator: ROLE,
  withdrawInvitation: ROLE,
  receivePaymentEvent: ['FORBIDDEN'],
  returnFromPayment: ['FORBIDDEN'],
}

/** Every error that a call can get because of what was sent. Any call can also fail with a status from 500. */
export function errorsOf(name: string, endpoint: Endpoint): ErrorCode[] {
  const { access, params, query, body, upload, freshSignIn } = endpoint
  const hasInput = [params, query, body, upload].some((input) => input !== undefined)
  const needsToken = access !== 'public' && access !== 'optional'
  const own = new Map<string, readonly ErrorCode[]>(Object.entries(OWN_ERRORS)).get(name) ?? []
  const codes = new Set<ErrorCode>(own)
  if (hasInput) codes.add('VALIDATION_FAILED')
  if (body) codes.add('MALFORMED_REQUEST').add('UNSUPPORTED_MEDIA_TYPE')
  if (body ?? upload) codes.add('PAYLOAD_TOO_LARGE')
  if (needsToken) codes.add('UNAUTHENTICATED')
  if (access === 'self' || access === 'admin') codes.add('FORBIDDEN')
  if (freshSignIn) codes.add('SIGN_IN_AGAIN')
  codes.add('TOO_MANY_REQUESTS')
  return Array.from(codes)
}
