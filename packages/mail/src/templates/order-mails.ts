import { formatLongDate, formatLongDateTime } from '@nashta/contracts/dates'
import { parsePincode } from '@nashta/contracts/delivery/parse-pincode'
import { asPaise, formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import type { OrderEdit } from '@nashta/contracts/orders/order-edit'
import { describeEdit, refusalText } from '@nashta/contracts/orders/order-edit-texts'
import type { Refund } from '@nashta/contracts/orders/order-payment'
import { feeAndDiscounts } from '@nashta/contracts/orders/order-sums'
import {
  describeTakenOff,
  IF_YOU_HAVE_PAID,
  orderNumber,
  STILL_LOOKING,
} from '@nashta/contracts/orders/order-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { html, type Html } from '../html.ts'
import { button, type MailParts, type Sender, ofShop, STYLES } from './layout.ts'

const METHOD_NAMES: Record<string, string> = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Net banking',
  cod: 'Cash on delivery',
}

/** The width of the first column in plain text. */
const LABEL_WIDTH = 44

export type OrderData = {
  purchase: Purchase
  /**
   * Whether a guest placed the order. The guest may have typed another person's e-mail address, so
   * the mail repeats no text that the guest could choose freely.
   */
  isForGuest?: boolean
  /** The link that opens the order without an account. */
  orderUrl: string
  /** The same link with the code that confirms the order. Only `orderToConfirm` uses it. */
  confirmUrl?: string
  /**
   * The refund that the mail is about, or that the cancellation requested. Only mails about refunds
   * and cancellations have it.
   */
  refundId?: string
  /** Why the shop cancelled the order. Only the mail of a cancellation by the shop has it. */
  shopsReason?: string
  /** What the shopper has claimed to have paid for a change of the order, and the shop has not found. */
  notFoundAmount?: number
  /** Only the mail about recalled goods has it. */
  recall?: { productName: string; batch: string; reason: string; advice: string }
}

/** For a cash order that its shopper must confirm before it is packed. */
export function orderToConfirm(data: OrderData, shop: Sender): MailParts {
  const { purchase, confirmUrl } = data
  const number = orderNumber(purchase.purchaseId)
  const { expiresAt } = purchase.payment ?? {}
  const deadline = expiresAt === undefined ? '' : ` by ${formatLongDateTime(expiresAt)}`

  return renderOrderMail(data, shop, {
    subject: `Please confirm your ${ofShop(shop, 'order')} #${number}`,
    title: 'Please confirm your order',
    status: 'Waiting for you',
    message: `You pay order #${number} on delivery. Please confirm it${deadline}, and we pack it. If you did not order it, you need not do anything.`,
    details: orderSummary(data),
    action: { label: 'Confirm your order', url: confirmUrl ?? data.orderUrl },
  })
}

export function orderConfirmed(data: OrderData, shop: Sender): MailParts {
  const { purchase } = data
  const number = orderNumber(purchase.purchaseId)

  return renderOrderMail(data, shop, {
    subject: `Your ${ofShop(shop, 'order')} #${number} is confirmed`,
    // No name in the title: a guest may type any text as the name, and send it to another person.
    title: 'Thank you for your order!',
    status: 'Confirmed',
    message:
      (isRevived(purchase) ? 'We have found your payment, so your order goes ahead after all. ' : '') +
      `We have your order #${number} of ${formatLongDate(purchase.purchaseDate)} and are packing it. ` +
      `It should be with you by ${formatLongDate(purchase.estimatedDelivery)}.`,
    details: orderSummary(data),
  })
}

/** For an order that an operator has changed before it was packed. The mail is about the last edit. */
export function orderEdited(data: OrderData, shop: Sender): MailParts {
  const { purchase } = data
  const number = orderNumber(purchase.purchaseId)
  const edit = purchase.edits?.at(-1)
  const changes = (edit ? describeEdit(edit) : []).map(oneLine)
  const message = [
    `We have changed your order #${number}, as it stands below.`,
    ...sumsOfEdit(purchase, edit),
  ]
  const { owed } = purchase
  const refusal = purchase.editRefusal
    ? `If you do not agree, refuse the change on the page of your order before we pack it. ${refusalText(purchase.editRefusal)}`
    : ''
  const summary = orderSummary(data)

  return renderOrderMail(data, shop, {
    subject: `Your ${ofShop(shop, 'order')} #${number} was changed`,
    title: 'Your order was changed',
    status: 'Changed',
    message: message.join(' '),
    ...(owed && { action: { label: `Pay ${formatAmount(owed.amount)}`, url: data.orderUrl } }),
    details: {
      markup: html`<p style="${STYLES.heading}">What has changed</p>
        <p style="${STYLES.paragraph}">${changes.map((line) => html`${line}<br />`)}</p>
        ${refusal === '' ? html`` : html`<p style="${STYLES.paragraph}">${refusal}</p>`} ${summary.markup}`,
      paragraphs: [
        ['What has changed', ...changes].join('\n'),
        ...(refusal === '' ? [] : [refusal]),
        ...summary.paragraphs,
      ],
    },
  })
}

/** The sums before and after, and what follows for the shopper. */
function sumsOfEdit({ payment, owed }: Purchase, edit: OrderEdit | undefined): string[] {
  if (!edit) return []
  const { total, back } = edit
  const isSame = total.before === total.after
  const sums = isSame
    ? `The total stays ${formatAmount(total.after)}.`
    : `The total is now ${formatAmount(total.after)} instead of ${formatAmount(total.before)}.`
  if (owed)
    return [
      sums,
      `${formatAmount(owed.amount)} is left to pay, on the page of your order until ${formatLongDateTime(owed.expiresAt)}. We pack it then. If it is not paid by then, we undo the change, and you get what you have paid.`,
    ]
  if (back !== undefined) return [sums, `${formatAmount(back)} goes back to you the way you paid.`]
  return !isSame && payment?.state === 'due'
    ? [sums, `You pay ${formatAmount(total.after)} on delivery.`]
    : [sums]
}

/** For the rest of a changed order, which the shopper has paid. */
export function orderRestPaid(data: OrderData, shop: Sender): MailParts {
  const { purchase } = data
  const number = orderNumber(purchase.purchaseId)
  const { amount = 0 } = purchase.timeline?.findLast(({ kind }) => kind === 'paid') ?? {}

  return renderOrderMail(data, shop, {
    subject: `The rest of your ${ofShop(shop, 'order')} #${number} is paid`,
    title: 'Thank you for your payment',
    status: 'Paid',
    message: `We have ${formatAmount(amount)} for order #${number}, which is now paid in full. We are packing it.`,
    details: orderSummary(data),
  })
}

/** For a change that was undone: it was not paid, or the shop has taken it back. */
export function orderEditUndone(data: OrderData, shop: Sender): MailParts {
  const { purchase } = data
  const number = orderNumber(purchase.purchaseId)

  return renderOrderMail(data, shop, {
    subject: `The change of your ${ofShop(shop, 'order')} #${number} is undone`,
    title: 'Your order is as it was paid',
    status: 'Change undone',
    message: `We have undone the change of order #${number} that was left to pay. It is again as it stands below, and nothing is left to pay. ${moneyForChange(purchase)}`,
    details: orderSummary(data),
  })
}

function moneyForChange({ soughtAmount }: Purchase) {
  const goesBack = 'Money that still arrives for the change goes back to you.'
  if (soughtAmount === undefined) return goesBack
  return `You told us that you have paid ${formatAmount(soughtAmount)} for it. ${STILL_LOOKING} ${goesBack}`
}

/** For an order that replaces units of an earlier one. */
export function orderReplacement(data: OrderData, shop: Sender): MailParts {
  const { purchase } = data
  const number = orderNumber(purchase.purchaseId)
  const first = purchase.replaces === undefined ? 'your order' : `order #${orderNumber(purchase.replaces)}`

  return renderOrderMail(data, shop, {
    subject: `A replacement for you: your ${ofShop(shop, 'order')} #${number}`,
    title: 'We send it once more',
    status: 'Replacement',
    message: `We are sorry that ${first} was not as it should be. We pack a replacement, order #${number}, and you pay nothing for it. It should be with you by ${formatLongDate(purchase.estimatedDelivery)}.`,
    details: orderSummary(data),
  })
}

/** Whether the order had ended unpaid before its payment was found. */
function isRevived({ timeline = [] }: Purchase) {
  return timeline.some(({ kind }) => kind === 'revived')
}

export function orderShipped(data: OrderData, shop: Sender): MailParts {
  const { purchase } = data
  const number = orderNumber(purchase.purchaseId)

  return renderOrderMail(data, shop, {
    subject: `Your ${ofShop(shop, 'order')} #${number} is on its way`,
    title: 'Your snacks are on their way',
    status: 'Shipped',
    message: `Order #${number} has left our kitchen. It should be with you by ${formatLongDate(purchase.estimatedDelivery)}.${purchase.replaces === undefined ? ' Its bill comes to the page of your order.' : ''}`,
    details: withParcels(purchase, shop, orderSummary(data)),
  })
}

/** For a parcel that was added or corrected after the order was shipped. */
export function orderParcel(data: OrderData, shop: Sender): MailParts {
  const { purchase } = data
  const number = orderNumber(purchase.purchaseId)
  const count = purchase.parcels?.length ?? 0

  return renderOrderMail(data, shop, {
    subject: `How to follow your ${ofShop(shop, 'order')} #${number}`,
    title: count > 1 ? 'Your parcels' : 'Your parcel',
    status: 'On its way',
    message:
      count > 1
        ? `Order #${number} travels in ${count} parcels. This is how you follow them now.`
        : `This is how you follow order #${number} now.`,
    details: withParcels(purchase, shop, NO_DETAILS),
  })
}

const NO_DETAILS: Details = { markup: html``, paragraphs: [] }

/** Puts the couriers and the tracking links before the other details. */
function withParcels({ parcels = [] }: Purchase, shop: Sender, details: Details): Details {
  const isOne = parcels.length === 1
  const shown = parcels.map(({ courier, trackingNumber, trackingUrl }, index) => {
    const number = trackingNumber ? `, tracking number ${oneLine(trackingNumber)}` : ''
    const name = isOne ? 'Sent' : `Parcel ${index + 1}: sent`
    return {
      text: `${name} with ${oneLine(courier)}${number}.`,
      label: isOne ? 'Track your parcel' : `Track parcel ${index + 1}`,
      trackingUrl,
    }
  })
  return {
    markup: html`${shown.map(
      ({ text, label, trackingUrl }) =>
        html`<p style="${STYLES.paragraph}">${text}</p>
          ${trackingUrl ? button(label, trackingUrl, shop) : html``} `,
    )}
    ${details.markup}`,
    paragraphs: [
      ...shown.flatMap(({ text, label, trackingUrl }) =>
        trackingUrl ? [text, `${label}: ${trackingUrl}`] : [text],
      ),
      ...details.paragraphs,
    ],
  }
}

/** The courier could not hand the parcel over, and tries again. */
export function orderNotDelivered(data: OrderData, shop: Sender): MailParts {
  const { purchase } = data
  const number = orderNumber(purchase.purchaseId)
  const { note } = purchase.timeline?.findLast(({ kind }) => kind === 'notDelivered') ?? {}
  const reason = note ? `${oneLine(note)}. ` : ''

  return renderOrderMail(data, shop, {
    subject: `Your ${ofShop(shop, 'order')} #${number} could not be delivered yet`,
    title: 'The courier will try again',
    status: 'Not delivered yet',
    message: `${reason}The courier will try again to deliver order #${number}. Please see that somebody can take it, or answer this mail if the address or the phone number is wrong.`,
    details: withParcels(purchase, shop, NO_DETAILS),
  })
}

/** Goods of the order must not be eaten. */
export function orderRecalled(data: OrderData, shop: Sender): MailParts {
  const number = orderNumber(data.purchase.purchaseId)
  const { productName, batch, reason, advice } = data.recall ?? {
    productName: '',
    batch: '',
    reason: '',
    advice: '',
  }
  const goods = `${oneLine(productName)}, batch ${oneLine(batch)}`

  return renderOrderMail(data, shop, {
    subject: `Please do not eat ${goods}, from your ${ofShop(shop, 'order')} #${number}`,
    title: `We recall ${goods}`,
    status: 'Recalled',
    message: `Order #${number} had ${goods} in it. Please do not eat it. ${withoutFullStop(reason)}. ${withoutFullStop(advice)}.`,
  })
}

export function orderDelivered(data: OrderData, shop: Sender): MailParts {
  const number = orderNumber(data.purchase.purchaseId)

  return renderOrderMail(data, shop, {
    subject: `Your ${ofShop(shop, 'order')} #${number} has arrived`,
    title: 'Your snacks have arrived',
    status: 'Delivered',
    message: `Order #${number} was delivered. Enjoy every bite, and tell us if anything was not as it should be.`,
  })
}

export function orderCancelled(data: OrderData, shop: Sender): MailParts {
  const { purchase } = data
  const number = orderNumber(purchase.purchaseId)
  const { message: refusal } = purchase.payment ?? {}
  const sentences = [
    `Order #${number} is cancelled.`,
    ...(refusal ? [oneLine(refusal)] : []),
    ...(data.shopsReason ? [`We had to cancel it: ${withoutFullStop(data.shopsReason)}.`] : []),
    describeReturnedMoney(data),
    ...(purchase.soughtAmount === undefined
      ? []
      : [
          `You told us that you have paid ${formatAmount(purchase.soughtAmount)} for its change. ${STILL_LOOKING}`,
        ]),
  ].filter(Boolean)

  return renderOrderMail(data, shop, {
    subject: `Your ${ofShop(shop, 'order')} #${number} is cancelled`,
    title: 'Your order is cancelled',
    status: 'Cancelled',
    message: sentences.join(' '),
    details: orderSummary(data),
  })
}

/** What the mail of a cancelled order says about money; empty when the payment's message says it. */
function describeReturnedMoney({ purchase, refundId }: OrderData) {
  const { payment, refunds = [] } = purchase
  const refundOfCancellation = refunds.find((each) => each.refundId === refundId)
  // The amount leaves out earlier refunds, because the shopper got a mail about each of them.
  if (refundOfCancellation)
    return `${formatAmount(wholeAmount(purchase, refundOfCancellation))} goes back to you the way you paid.`
  if (payment?.state === 'checking') return 'If your payment still arrives, it goes back to you by itself.'
  const hasEarlierRefunds = refunds.length > 0
  if (hasEarlierRefunds) return 'What you paid goes back with your earlier refunds.'
  if (payment?.state === 'claimed') return `You told us that you have paid. ${STILL_LOOKING}`
  const { method } = purchase.paymentDetails
  // Without a message, the shopper or the shop has cancelled the order, and the provider was not asked
  // about a payment. A UPI app that has scanned our code can never be asked.
  const hasMessage = payment?.message !== undefined
  const isSurelyUnpaid = method === 'cod' || (method !== 'upi' && hasMessage)
  if (isSurelyUnpaid) return 'You have paid nothing, so nothing has to go back.'
  return hasMessage ? '' : `We have seen no payment for it. ${IF_YOU_HAVE_PAID}`
}

/** For an order whose shopper says that it is paid, when the shop has not found the payment. */
export function orderPaymentNotFound(data: OrderData, shop: Sender): MailParts {
  const { purchase } = data
  const number = orderNumber(purchase.purchaseId)
  if (data.notFoundAmount !== undefined) return changeNotFound(data, data.notFoundAmount, shop)
  const { claimedReference } = purchase.payment ?? {}
  const reference = claimedReference ? ` with the reference number ${oneLine(claimedReference)}` : ''
  const amount = formatAmount(purchase.totalAmount)

  return renderOrderMail(data, shop, {
    subject: `We have not found the payment of your ${ofShop(shop, 'order')} #${number}`,
    title: 'We have not found your payment',
    status: 'Cancelled',
    message:
      `You told us that you have paid order #${number}. We have looked for ${amount}${reference} on our account ` +
      `and have not found it, so the order is cancelled. ${IF_YOU_HAVE_PAID}`,
    details: orderSummary(data),
  })
}

/** For an order whose change was undone although its shopper says that it is paid. */
function changeNotFound(data: OrderData, amount: number, shop: Sender): MailParts {
  const { purchase } = data
  const number = orderNumber(purchase.purchaseId)

  return renderOrderMail(data, shop, {
    subject: `We have not found a payment for your ${ofShop(shop, 'order')} #${number}`,
    title: 'We have not found your payment',
    status: 'Payment not found',
    message:
      `You told us that you have paid ${formatAmount(amount)} for the change of order #${number}. We have looked for ` +
      `it on our account and have not found it, so the change stays undone. ${IF_YOU_HAVE_PAID}`,
    details: orderSummary(data),
  })
}

export function refundStarted(data: OrderData, shop: Sender): MailParts {
  const { number, amount, reason } = refundTexts(data, { withParts: true })
  return renderOrderMail(data, shop, {
    subject: `A refund of ${amount} for your ${ofShop(shop, 'order')} #${number}`,
    title: 'Your money is on its way back',
    status: 'Refund requested',
    message: `We are sending ${amount} of order #${number} back the way you paid.${reason}`,
  })
}

export function refundDone(data: OrderData, shop: Sender): MailParts {
  const { number, amount } = refundTexts(data)
  return renderOrderMail(data, shop, {
    subject: `${amount} of your ${ofShop(shop, 'order')} #${number} is refunded`,
    title: 'Your refund is done',
    status: 'Refunded',
    message: `${amount} of order #${number} has been sent back. Your bank may need some days to show it.`,
  })
}

export function refundFailed(data: OrderData, shop: Sender): MailParts {
  const { number, amount } = refundTexts(data)
  return renderOrderMail(data, shop, {
    subject: `The refund of your ${ofShop(shop, 'order')} #${number} did not go through`,
    title: 'Your refund did not go through',
    status: 'Refund failed',
    message: `The bank did not take the refund of ${amount} for order #${number}. We will find another way and tell you.`,
  })
}

/** The amount of a refund with those that are parts of it: the bank sends each by itself. */
function wholeAmount({ refunds = [] }: Purchase, { refundId, amount }: Refund) {
  const parts = refunds.filter(({ partOf }) => partOf === refundId)
  return parts.reduce((sum, part) => Math.round((sum + part.amount) * 100) / 100, amount)
}

/** `withParts` adds the amounts of the refunds that are parts of this one. */
function refundTexts({ purchase, isForGuest, refundId }: OrderData, { withParts = false } = {}) {
  const { refunds = [], timeline = [] } = purchase
  const refund = refunds.find((each) => each.refundId === refundId)
  const reason = refund?.reason ?? ''
  // A guest who cancels an order types the reason.
  const isOfCancellation = timeline.some(({ kind, note }) => kind === 'cancelled' && note === reason)
  const isHidden = reason === '' || (isForGuest && isOfCancellation)
  const amount = refund && withParts ? wholeAmount(purchase, refund) : refund?.amount
  return {
    number: orderNumber(purchase.purchaseId),
    amount: formatAmount(amount ?? 0),
    /** A sentence, or empty. */
    reason: isHidden ? '' : ` Reason: ${withoutFullStop(reason)}.`,
  }
}

/** A reason as a part of a sentence, which has its own full stop. */
function withoutFullStop(reason: string) {
  return oneLine(reason).replace(/\.$/, '')
}

type OrderMailParts = {
  subject: string
  title: string
  status: string
  message: string
  details?: Details
  /** The button of the mail, if it is not the link to the order. */
  action?: { label: string; url: string }
}

type Details = { markup: Html; paragraphs: readonly string[] }

function renderOrderMail({ purchase, orderUrl }: OrderData, shop: Sender, parts: OrderMailParts): MailParts {
  const { subject, title, status, message, details } = parts
  const { label, url } = parts.action ?? { label: 'See your order', url: orderUrl }

  return {
    subject,
    preview: message,
    title,
    body: html`<p style="${STYLES.badge}">${status}</p>
      <p style="${STYLES.paragraph}">${message}</p>
      ${details?.markup ?? html``} ${button(label, url, shop)}
      <p style="${STYLES.small}">Order ${purchase.purchaseId}</p>`,
    paragraphs: [message, ...(details?.paragraphs ?? []), `${label}: ${url}`, `Order ${purchase.purchaseId}`],
    reason: `You get this mail because order #${orderNumber(purchase.purchaseId)} was placed with your e-mail address.`,
  }
}

type SummaryRow = { label: string; amount: string }

/** The units that remain of each line, and beside them what was refunded or cancelled. */
function itemRows({ items, orderStatus }: Purchase): (SummaryRow & { takenOff: string })[] {
  return items.map((item) => {
    const { quantity, remaining = quantity, name, price } = item
    const takenOff = describeTakenOff(item, orderStatus)
    return {
      label: `${remaining} × ${oneLine(name)}${takenOff && ` (${takenOff})`}`,
      amount: formatRupees(asPaise(rupeesToPaise(price) * remaining)),
      takenOff,
    }
  })
}

function sumRow({ label, amount }: SummaryRow): Html {
  return html`<tr>
    <td style="${STYLES.cell}">${label}</td>
    <td style="${STYLES.amount}">${amount}</td>
  </tr> `
}

/** The order lines, delivery fee, total, address and payment, as markup and as paragraphs of plain text. */
function orderSummary({ purchase, isForGuest = false }: OrderData): Details {
  const { totalAmount, money, paymentDetails } = purchase
  const { shippingPaise, discounts } = feeAndDiscounts(purchase)
  const lines = itemRows(purchase)
  const delivery = { label: 'Delivery', amount: shippingPaise > 0 ? formatRupees(shippingPaise) : 'FREE' }
  const discountRows = discounts.map(({ label, paise }) => ({
    label: oneLine(label),
    amount: `−${formatRupees(paise)}`,
  }))
  const hasChanged = lines.some(({ takenOff }) => takenOff !== '') || money !== undefined
  const total = { label: hasChanged ? 'Total as ordered' : 'Total', amount: formatAmount(totalAmount) }
  const moneyRows = money
    ? [
        { label: 'Paid', amount: formatAmount(money.paid) },
        { label: 'Refunded', amount: formatAmount(money.refunded) },
        { label: 'Remains', amount: formatAmount(money.remains) },
      ]
    : []
  const address = addressLines(purchase, isForGuest)
  const { method, transactionId } = paymentDetails
  const transaction = transactionId === '' ? '' : `, transaction ${oneLine(transactionId)}`
  const payment = `${METHOD_NAMES[method] ?? method}${transaction}`

  return {
    markup: html`<table role="presentation" cellpadding="0" cellspacing="0" style="${STYLES.table}">
        ${[...lines, delivery, ...discountRows].map(sumRow)}
        <tr>
          <td style="${STYLES.total}">${total.label}</td>
          <td style="${STYLES.totalAmount}">${total.amount}</td>
        </tr>
        ${moneyRows.map(sumRow)}
      </table>
      <p style="${STYLES.heading}">Delivery address</p>
      <p style="${STYLES.paragraph}">${address.map((line) => html`${line}<br />`)}</p>
      <p style="${STYLES.heading}">Payment</p>
      <p style="${STYLES.paragraph}">${payment}</p>`,
    paragraphs: [
      [...lines, delivery, ...discountRows, total, ...moneyRows]
        .map(({ label, amount }) => `${label.padEnd(LABEL_WIDTH)} ${amount}`)
        .join('\n'),
      ['Delivery address', ...address].join('\n'),
      `Payment\n${payment}`,
    ],
  }
}

/** Removes line breaks: in plain text, the second line of a name would look like our own text. */
function oneLine(text: string) {
  return text.replace(/\s+/g, ' ').trim()
}

const CITY_MAX_LENGTH = 40

/** Without digits and dots, a text has neither a phone number nor a web address. */
function lettersOf(city: string) {
  return oneLine(city.replace(/[^\p{L}\p{M}'-]+/gu, ' ')).slice(0, CITY_MAX_LENGTH)
}

function formatAmount(rupees: number) {
  return formatRupees(rupeesToPaise(rupees))
}

/** Of a guest's address, only the letters of the city and the pincode. */
function addressLines({ shippingAddress }: Purchase, isForGuest: boolean) {
  const { fullName, addressLine1, addressLine2, city, state, pincode, phoneNumber } = shippingAddress
  if (isForGuest) return [`${lettersOf(city)} ${parsePincode(pincode) ?? ''}`.trim()]
  const lines = [fullName, addressLine1, addressLine2 ?? '', `${city}, ${state} ${pincode}`, phoneNumber]
  return lines.map(oneLine).filter((line) => line !== '')
}
