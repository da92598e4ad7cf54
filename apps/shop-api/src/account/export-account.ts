import type { ReplyTo } from '@nashta/contracts/api/endpoint'
import { paiseToRupees } from '@nashta/contracts/money'
import type { exportAccount as endpoint } from '@nashta/contracts/shop-api/account-data'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { StreamedJson, writeInPieces } from '@nashta/service-kit/http/streamed-json'
import type { OrderContent, OrderRecord } from '../orders/order/purchase-store.ts'
import { toPurchase } from '../orders/views/shopper-order.ts'
import { type RatingRecord, toOwn } from '../ratings/rating.ts'
import { ratingsOfOrders } from '../ratings/ratings.ts'
import { type TicketRecord, toTicket } from '../tickets/ticket.ts'
import { type AccountDeps, alertOwnersOf, allEmailsOf, ticketsOfShopper } from './account-deps.ts'

type AccountData = ReplyTo<typeof endpoint>['data']

/** The reply of the endpoint. It is written in pieces, because an account may have many orders. */
export async function exportAccount(deps: AccountDeps, caller: Caller): Promise<StreamedJson> {
  const { orders, ...account } = await readAccount(deps, caller)
  // The last brace of the account is left out, so that `purchases` can follow.
  const start = `{"data":${JSON.stringify(account).slice(0, -1)},"purchases":[`
  return new StreamedJson([start, ...(await writeInPieces(orders, exportOrder)), ']}}'])
}

async function readAccount(
  deps: AccountDeps,
  caller: Caller,
): Promise<Omit<AccountData, 'purchases'> & { orders: readonly OrderRecord[] }> {
  const { purchases, carts, newsletter, addresses, pushDevices, fetchInteractions, emailOf, now } = deps
  const userId = caller.sub
  const [email, allEmails, cart, savedAddresses, devices, orders, interactions] = await Promise.all([
    emailOf(caller),
    allEmailsOf(deps, caller),
    carts.find(userId),
    addresses.read(userId),
    pushDevices.list(`user#${userId}`),
    purchases.listAll(userId),
    fetchInteractions?.(userId) ?? null,
  ])
  const subscriptions = await Promise.all(allEmails.map((each) => newsletter.find(each)))
  const alerts = await Promise.all(
    alertOwnersOf(userId, allEmails).map((owner) => deps.stockAlerts.listOf(owner)),
  )
  const byId = new Map(alerts.flat().map((alert) => [alert.id, alert]))
  const marks = await deps.persons.readMarks(userId)
  const complaints = await ticketsOfShopper(deps, allEmails, orders)
  const ratings = await ratingsOfOrders(deps, orders)
  return {
    userId,
    email,
    exportedAt: now().toISOString(),
    cart: {
      items: cart.lines.map(({ productId, name, quantity }) => ({ productId, name, quantity })),
      updatedAt: cart.updatedAt,
    },
    addresses: [...savedAddresses],
    pushDevices: devices.map(({ endpoint, addedAt }) => ({ endpoint, addedAt })),
    tickets: complaints.map(exportTicket),
    ratings: ratings.map(exportRating),
    helpfulVotes: await deps.ratings.listVotes(userId),
    newsletter: subscriptions.filter((subscription) => subscription !== null),
    favourites: [...(await deps.favourites.read(userId))],
    stockAlerts: Array.from(byId.values(), ({ productId, email: to, askedAt }) => ({
      productId,
      email: to,
      askedAt,
    })),
    shopNotes: {
      notes: marks.notes.map(({ at, text }) => ({ at, text })),
      tags: [...marks.tags],
      takesNoCash: marks.cashKeys !== undefined,
    },
    interactions,
    orders,
  }
}

function exportOrder(order: OrderRecord): AccountData['purchases'][number] {
  const { email, state, payment, edits } = order
  const { instrument } = payment
  return Object.assign(toPurchase(order), {
    email,
    state,
    ...(instrument !== undefined && { instrument }),
    ...(edits?.agreed && { agreed: exportAgreed(edits.agreed) }),
  })
}

function exportAgreed({ lines, totalPaise, shippingAddress }: OrderContent) {
  return {
    items: lines.map(({ productId, name, quantity }) => ({ productId, name, quantity })),
    totalAmount: paiseToRupees(totalPaise),
    shippingAddress,
  }
}

function exportTicket(ticket: TicketRecord) {
  const { name, email } = ticket
  return Object.assign(toTicket(ticket), { name, email })
}

function exportRating(rating: RatingRecord) {
  const { productId, productName, purchaseId } = rating
  return Object.assign(toOwn(rating), { productId, productName, orderId: purchaseId })
}
