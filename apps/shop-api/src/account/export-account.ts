import type { exportAccount as endpoint } from '@nashta/contracts/account/account-data'
import type { ReplyTo } from '@nashta/contracts/api/endpoint'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { toPurchase } from '../purchases/purchase.ts'
import { type TicketRecord, toTicket } from '../tickets/ticket.ts'
import { type AccountDeps, allEmailsOf, ticketsOfShopper } from './account-deps.ts'

export async function exportAccount(
  deps: AccountDeps,
  caller: Caller,
): Promise<ReplyTo<typeof endpoint>['data']> {
  const { purchases, carts, newsletter, addresses, fetchInteractions, emailOf, now } = deps
  const userId = caller.sub
  const [email, allEmails, cart, savedAddresses, orders, interactions] = await Promise.all([
    emailOf(caller),
    allEmailsOf(deps, caller),
    carts.find(userId),
    addresses.read(userId),
    purchases.listAll(userId),
    fetchInteractions?.(userId) ?? null,
  ])
  const subscriptions = await Promise.all(allEmails.map((each) => newsletter.find(each)))
  const complaints = await ticketsOfShopper(deps, allEmails, orders)
  return {
    userId,
    email,
    exportedAt: now().toISOString(),
    cart: {
      items: cart.lines.map(({ productId, name, quantity }) => ({ productId, name, quantity })),
      updatedAt: cart.updatedAt,
    },
    addresses: [...savedAddresses],
    purchases: orders.map((order) => {
      const { email: orderEmail, state, payment } = order
      const { instrument } = payment
      return Object.assign(toPurchase(order), {
        email: orderEmail,
        state,
        ...(instrument !== undefined && { instrument }),
      })
    }),
    tickets: complaints.map(exportTicket),
    newsletter: subscriptions.filter((subscription) => subscription !== null),
    interactions,
  }
}

function exportTicket(ticket: TicketRecord) {
  const { name, email } = ticket
  return Object.assign(toTicket(ticket), { name, email })
}
