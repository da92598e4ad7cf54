import { asPaise, formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { html, type Html } from '../html.ts'
import { STYLES } from './layout.ts'

const METHOD_NAMES: Record<Purchase['paymentDetails']['method'], string> = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Net banking',
  cod: 'Cash on delivery',
}

/** The width of the first column in plain text. */
const LABEL_WIDTH = 44

/** The order lines, delivery fee, total, address and payment, as markup and as paragraphs of plain text. */
export function orderSummary(purchase: Purchase): { markup: Html; paragraphs: string[] } {
  const { items, shippingFee, totalAmount, paymentDetails } = purchase
  const lines = items.map(({ quantity, name, price }) => ({
    label: `${quantity} × ${oneLine(name)}`,
    amount: formatRupees(asPaise(rupeesToPaise(price) * quantity)),
  }))
  const delivery = { label: 'Delivery', amount: shippingFee ? formatAmount(shippingFee) : 'FREE' }
  const total = { label: 'Total', amount: formatAmount(totalAmount) }
  const address = addressLines(purchase)
  const payment = `${METHOD_NAMES[paymentDetails.method]}, transaction ${oneLine(paymentDetails.transactionId)}`

  return {
    markup: html`<table role="presentation" cellpadding="0" cellspacing="0" style="${STYLES.table}">
        ${[...lines, delivery].map(
          ({ label, amount }) =>
            html`<tr>
              <td style="${STYLES.cell}">${label}</td>
              <td style="${STYLES.amount}">${amount}</td>
            </tr> `,
        )}
        <tr>
          <td style="${STYLES.total}">${total.label}</td>
          <td style="${STYLES.totalAmount}">${total.amount}</td>
        </tr>
      </table>
      <p style="${STYLES.heading}">Delivery address</p>
      <p style="${STYLES.paragraph}">${address.map((line) => html`${line}<br />`)}</p>
      <p style="${STYLES.heading}">Payment</p>
      <p style="${STYLES.paragraph}">${payment}</p>`,
    paragraphs: [
      [...lines, delivery, total]
        .map(({ label, amount }) => `${label.padEnd(LABEL_WIDTH)} ${amount}`)
        .join('\n'),
      ['Delivery address', ...address].join('\n'),
      `Payment\n${payment}`,
    ],
  }
}

/** In plain text, the part of a typed name after a line break would look like a line of ours. */
export function oneLine(text: string) {
  return text.replace(/\s+/g, ' ').trim()
}

function formatAmount(rupees: number) {
  return formatRupees(rupeesToPaise(rupees))
}

function addressLines({ shippingAddress }: Purchase) {
  const { fullName, addressLine1, addressLine2, city, state, pincode, phoneNumber } = shippingAddress
  const lines = [fullName, addressLine1, addressLine2 ?? '', `${city}, ${state} ${pincode}`, phoneNumber]
  return lines.map(oneLine).filter((line) => line !== '')
}
