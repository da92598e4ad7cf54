import { formatLongDateTime } from '@nashta/contracts/dates'
import type { OrderEdit } from '@nashta/contracts/orders/order-edit'
import { describeEdit, refusalText } from '@nashta/contracts/orders/order-edit-texts'
import { IF_YOU_HAVE_PAID, orderNumber, STILL_LOOKING } from '@nashta/contracts/orders/order-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { html } from '../html.ts'
import { type MailParts, type Sender, ofShop, STYLES } from './layout.ts'
import { formatAmount, oneLine, type OrderData, orderSummary, renderOrderMail } from './order-mail.ts'

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

/** For an order whose shopper says that a change of it is paid. The order stays as it is. */
export function changeNotFound(data: OrderData, amount: number, shop: Sender): MailParts {
  const { purchase } = data
  const number = orderNumber(purchase.purchaseId)

  return renderOrderMail(data, shop, {
    subject: `We have not found a payment for your ${ofShop(shop, 'order')} #${number}`,
    title: 'We have not found your payment',
    status: 'Payment not found',
    message:
      `You told us that you have paid ${formatAmount(amount)} for the change of order #${number}. We have looked for ` +
      `it on our account and have not found it, so the order stays as it stands below. ${IF_YOU_HAVE_PAID}`,
    details: orderSummary(data),
  })
}
