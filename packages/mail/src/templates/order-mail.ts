import type { PaymentMethod } from '@nashta/contracts/constants'
import { parsePincode } from '@nashta/contracts/delivery/parse-pincode'
import { asPaise, formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { feeAndDiscounts } from '@nashta/contracts/orders/order-sums'
import { describeTakenOff, orderNumber } from '@nashta/contracts/orders/order-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { html, type Html } from '../html.ts'
import { button, type MailParts, type Sender, STYLES } from './layout.ts'

const METHOD_NAMES: Record<string, string> = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Net banking',
  cod: 'Cash on delivery',
} satisfies Record<PaymentMethod, string>

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

export const NO_DETAILS: Details = { markup: html``, paragraphs: [] }

/** A reason as a part of a sentence, which has its own full stop. */
export function withoutFullStop(reason: string) {
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

export type Details = { markup: Html; paragraphs: readonly string[] }

export function renderOrderMail(
  { purchase, orderUrl }: OrderData,
  shop: Sender,
  parts: OrderMailParts,
): MailParts {
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
export function orderSummary({ purchase, isForGuest = false }: OrderData): Details {
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
export function oneLine(text: string) {
  return text.replace(/\s+/g, ' ').trim()
}

const CITY_MAX_LENGTH = 40

/** Without digits and dots, a text has neither a phone number nor a web address. */
function lettersOf(city: string) {
  return oneLine(city.replace(/[^\p{L}\p{M}'-]+/gu, ' ')).slice(0, CITY_MAX_LENGTH)
}

export function formatAmount(rupees: number) {
  return formatRupees(rupeesToPaise(rupees))
}

/** Of a guest's address, only the letters of the city and the pincode. */
function addressLines({ shippingAddress }: Purchase, isForGuest: boolean) {
  const { fullName, addressLine1, addressLine2, city, state, pincode, phoneNumber } = shippingAddress
  if (isForGuest) return [`${lettersOf(city)} ${parsePincode(pincode) ?? ''}`.trim()]
  const lines = [fullName, addressLine1, addressLine2 ?? '', `${city}, ${state} ${pincode}`, phoneNumber]
  return lines.map(oneLine).filter((line) => line !== '')
}
