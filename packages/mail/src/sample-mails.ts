import { type MailKind, ORDER_MAIL_KINDS, type OrderMailKind } from '@nashta/contracts/mails/mails'
import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import type { MailMessage } from './render-content.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type SampleOptions = {
  /** The origin of links in mails. */
  publicUrl: string
  now: Date
  /** The order in mails about orders. Without it, they have a made-up order. */
  purchase?: Purchase | undefined
}

/**
 * A mail of this kind as it could be sent, with made-up data. Its links lead nowhere, so that no
 * preview gives access to an order or an account.
 */
export function sampleMail(kind: MailKind, options: SampleOptions): MailMessage {
  const { publicUrl, now } = options
  const orderMail = ORDER_MAIL_KINDS.find((each) => `order-${each}` === kind)
  if (orderMail) return sampleOrderMail(orderMail, options)
  const link = (path: string) => new URL(path, publicUrl).href
  const operator = { publicUrl, email: 'ravi@example.in' }
  const resolveBy = new Date(now.getTime() + 30 * DAY_MS).toISOString()
  const rating = { snack: 'Besan Laddoo', url: link('/#preview'), rulesUrl: link('/terms#ratings') }
  const complaint = { number: 'K7M2QX', resolveBy }
  const samples: { [Kind in Exclude<MailKind, `order-${OrderMailKind}`>]: MailMessage<Kind>['data'] } = {
    'newsletter-confirm': {
      name: 'Meera',
      confirmUrl: link('/newsletter/confirm#preview'),
      unsubscribeUrl: link('/newsletter/unsubscribe#preview'),
    },
    'stock-alert-confirm': {
      snack: 'Besan Laddoo',
      confirmUrl: link('/back-in-stock/confirm#preview'),
      stopUrl: link('/back-in-stock/stop#preview'),
    },
    'stock-alert': { snack: 'Besan Laddoo', url: link('/#preview') },
    'rating-ask': {
      snacks: [
        { name: 'Besan Laddoo', url: link('/#preview') },
        { name: 'Masala Chips', url: link('/#preview') },
      ],
      rulesUrl: link('/terms#ratings'),
      stopUrl: link('/#preview'),
    },
    'rating-hidden': { ...rating, reason: 'person' },
    'rating-shown': rating,
    'ticket-received': {
      ...complaint,
      url: link('/grievance/preview'),
      acknowledgeBy: new Date(now.getTime() + 2 * DAY_MS).toISOString(),
    },
    'ticket-acknowledged': { ...complaint, text: '' },
    'ticket-replied': {
      ...complaint,
      text: 'We are sorry that the box arrived open. A new one leaves today, and you need not send anything back.',
    },
    'ticket-closed': {
      ...complaint,
      text: 'The new box has arrived, as you told us. Thank you for writing.',
    },
    'confirmation-code': { code: '158792' },
    'password-reset-code': { code: '158792', email: 'meera@example.in', token: 'preview', publicUrl },
    'email-code': { code: '158792' },
    'password-changed': { publicUrl },
    'email-changed': { publicUrl, token: 'preview' },
    'email-change-undone': { publicUrl, lostRoles: false },
    'second-factor-on': { publicUrl },
    'second-factor-off': { publicUrl },
    'second-factor-replaced': { publicUrl },
    bell: {
      reason: 'daily',
      events: [
        { text: 'New order AB12CD34', url: link('/desk/orders') },
        { text: 'Masala Chips runs low', url: link('/desk/products') },
      ],
      deskUrl: link('/desk'),
    },
    'operator-invitation': {
      publicUrl,
      token: 'preview',
      role: 'packer',
      invitedBy: 'asha@example.in',
    },
    'operator-joined': { ...operator, role: 'packer' },
    'new-admin': operator,
    'operator-lost-roles': { ...operator, refused: 'r.rao@example.in' },
  }
  // The table has the data of each kind, as its type says; types cannot follow the lookup.
  return { kind, data: samples[kind as keyof typeof samples] } as MailMessage
}

function sampleOrderMail(mail: OrderMailKind, { publicUrl, now, purchase }: SampleOptions): MailMessage {
  const isAboutRefund = mail.startsWith('refund-')
  const ordered = purchase ?? madeUpPurchase(now)
  const order = isAboutRefund
    ? withRefund(ordered, now)
    : mail === 'edited' || mail === 'edit-undone'
      ? withEdit(ordered, now)
      : ordered
  const orderUrl = new URL('/orders/preview', publicUrl).href
  return {
    kind: `order-${mail}`,
    data: {
      purchase: order,
      orderUrl,
      confirmUrl: orderUrl,
      ...(mail === 'recalled' && {
        recall: {
          productName: order.items[0]?.name ?? 'Kaju Barfi',
          batch: 'KB7',
          reason: 'A test has found too much salt in this batch',
          advice: 'Throw it away: your money goes back to you',
        },
      }),
      ...(isAboutRefund && { refundId: order.refunds?.at(-1)?.refundId ?? '' }),
    },
  }
}

/** The mail about an edit needs an edit, so an order without one gets a made-up edit. */
function withEdit(purchase: Purchase, now: Date): Purchase {
  if (purchase.edits && purchase.edits.length > 0) return purchase
  const { totalAmount, shippingFee: fee = 0 } = purchase
  const edit = {
    editId: 'preview',
    at: now.toISOString(),
    lines: [{ productId: 'preview', name: 'Masala Chips', price: 60, before: 3, after: 2 }],
    parts: ['phone'],
    shippingFee: { before: fee, after: fee },
    discount: { before: 0, after: 0 },
    lostOffers: [],
    total: { before: totalAmount + 60, after: totalAmount },
    back: 60,
  }
  return { ...purchase, edits: [edit], editRefusal: 'cancel' }
}

/** Mails about refunds need a refund, so an order without one gets a made-up refund. */
function withRefund(purchase: Purchase, now: Date): Purchase {
  if (purchase.refunds && purchase.refunds.length > 0) return purchase
  const at = now.toISOString()
  const refund = {
    refundId: 'preview',
    amount: purchase.totalAmount,
    state: 'requested',
    reason: 'The box was damaged',
    requestedAt: at,
    updatedAt: at,
  }
  return { ...purchase, refunds: [refund] }
}

function madeUpPurchase(now: Date): Purchase {
  const items = [
    { name: 'Masala Chips', imageUrl: '', category: 'Chips', quantity: 2, price: 60 },
    { name: 'Methi Khakhra', imageUrl: '', category: 'Treats', quantity: 1, price: 119.5 },
  ]
  const totalPaise = items.reduce((sum, { quantity, price }) => sum + quantity * Math.round(price * 100), 0)
  return {
    purchaseId: '01jczzzzzzzzzzzzab12cd34',
    transactionId: '512345678901',
    orderStatus: 'CONFIRMED',
    deliveryStatus: 'PROCESSING',
    estimatedDelivery: new Date(now.getTime() + 4 * DAY_MS).toISOString(),
    purchaseDate: now.toISOString(),
    totalAmount: paiseToRupees(asPaise(totalPaise)),
    totalItems: 3,
    items,
    paymentDetails: { method: 'upi', transactionId: '512345678901' },
    shippingAddress: {
      fullName: 'Meera Nair',
      addressLine1: '12 MG Road',
      addressLine2: '',
      city: 'Bengaluru',
      state: 'Karnataka',
      pincode: '560001',
      phoneNumber: '9876543210',
    },
    parcels: [
      {
        parcelId: 'P1',
        courier: 'DTDC',
        trackingNumber: 'D1234567',
        trackingUrl: 'https://www.dtdc.in/trace.asp',
        state: 'onTheWay',
        shippedAt: now.toISOString(),
        updatedAt: now.toISOString(),
      },
    ],
  }
}
