import { formatLongDate, formatLongDateTime } from '@nashta/contracts/dates'
import { IF_YOU_HAVE_PAID, orderNumber, STILL_LOOKING } from '@nashta/contracts/orders/order-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { html } from '../html.ts'
import { changeNotFound } from './edit-mails.ts'
import { button, type MailParts, type Sender, ofShop, STYLES } from './layout.ts'
import {
  type Details,
  formatAmount,
  NO_DETAILS,
  oneLine,
  type OrderData,
  orderSummary,
  renderOrderMail,
  withoutFullStop,
} from './order-mail.ts'
import { wholeAmount } from './refund-mails.ts'

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

const NOTHING_PAID = 'You have paid nothing, so nothing has to go back.'

/** What the mail of a cancelled order says about money. Empty for a UPI payment whose message says it. */
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
  if (method === 'cod') return NOTHING_PAID
  // The shopper or the shop has cancelled the order, and the provider was not asked about a payment.
  if (payment?.message === undefined) return `We have seen no payment for it. ${IF_YOU_HAVE_PAID}`
  // A UPI app that has scanned our code can never be asked, so only the message speaks about the money.
  return method === 'upi' ? '' : NOTHING_PAID
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
