import type { exportAccount as endpoint } from '@nashta/contracts/account/account-data'
import type { ReplyTo } from '@nashta/contracts/api/endpoint'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { toPurchase } from '../purchases/purchase.ts'
import { type TicketRecord, toTicket } from '../tickets/ticket.ts'
import type { AccountDeps } from './account-deps.ts'

export async function exportAccount(
  { purchases, carts, newsletter, tickets, fetchInteractions, emailOf, now }: AccountDeps,
  caller: Caller,
): Promise<ReplyTo<typeof endpoint>['data']> {
  const userId = caller.sub
  const [email, cart, orders, interactions] = await Promise.all([
    emailOf(caller),
    carts.find(userId),
    purchases.listAll(userId),
    fetchInteractions?.(userId) ?? null,
  ])
  return {
    userId,
    email,
    exportedAt: now().toISOString(),
    cart: {
      items: cart.lines.map(({ productId, name, quantity }) => ({ productId, name, quantity })),
      updatedAt: cart.updatedAt,
    },
    purchases: orders.map((order) => {
      const { email: orderEmail, state, payment } = order
      const { instrument } = payment
      return Object.assign(toPurchase(order), {
        email: orderEmail,
        state,
        ...(instrument !== undefined && { instrument }),
      })
    }),
    tickets: email === null ? [] : (await tickets.listOf(email.toLowerCase())).map(exportTicket),
    newsletter: email === null ? null : await newsletter.find(email.toLowerCase()),
    interactions,
  }
}

function exportTicket(ticket: TicketRecord) {
  const { name, email } = ticket
  return Object.assign(toTicket(ticket), { name, email })
}
