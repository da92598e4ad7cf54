import { foldEmail } from '@nashta/contracts/account/checks'
import { orderNumber, typedOrderNumber } from '@nashta/contracts/orders/order-texts'
import type { AllOrders } from './all-orders.ts'

/** Two orders with one number are rare, because a number has 32 random bits or more. */
const ORDERS_MAX = 5

/** The e-mail addresses of the orders with this number. The search also looks at other words of an order. */
export async function findEmailsOfOrder({ allOrders }: { allOrders: Pick<AllOrders, 'list'> }, text: string) {
  const number = typedOrderNumber(text)
  const { orders } = await allOrders.list({ search: number }, { limit: ORDERS_MAX })
  return orders.flatMap(({ purchaseId, email }) =>
    orderNumber(purchaseId) === number && email !== null ? foldEmail(email) : [],
  )
}
