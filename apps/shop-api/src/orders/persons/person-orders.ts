import type { DocumentKey, Documents, DocumentWrite } from '@nashta/documents/documents'
import type { OrderRecord, PurchaseStore } from '../order/purchase-store.ts'
import { guestEmailKey } from '../order/unpaid-orders.ts'
import { guestOrderKey, isGuestPerson, ORDER_SK, personIdOf, personPk } from './person-figures.ts'

/** A commit has room for so many new links to guest orders. */
const LINKS_AT_ONCE = 90

export type OrderPage = { limit: number; before: string | undefined }

/** The orders of persons. Each order of a guest has a user id of its own, so a guest has links to them. */
export function createPersonOrders({
  documents,
  purchases,
}: {
  documents: Documents
  purchases: PurchaseStore
}) {
  async function findLinked(links: readonly { key: DocumentKey }[]): Promise<OrderRecord[]> {
    const found = await Promise.all(links.map(({ key }) => purchases.find(orderIdOf(key))))
    return found.filter((order) => order !== null)
  }

  return {
    /**
     * All orders of a person, and the writes of links that are missing, because the orders are older than
     * their links. They are found by the address of `example`, which is one of the orders.
     */
    async readAll(
      personId: string,
      example?: OrderRecord,
    ): Promise<{ orders: OrderRecord[]; links: DocumentWrite[] }> {
      if (!isGuestPerson(personId)) return { orders: await purchases.listAll(personId), links: [] }
      const orders = await findLinked(await documents.listByKey(personPk(personId), { above: ORDER_SK }))
      const known = new Set(orders.map(({ purchaseId }) => purchaseId))
      const sameEmail = example?.email ? await purchases.listByBuyerKey(guestEmailKey(example.email)) : []
      const missing = sameEmail.filter((order) => !known.has(order.purchaseId)).slice(0, LINKS_AT_ONCE)
      const own = [...orders, ...missing].filter((order) => personIdOf(order) === personId)
      const links = missing
        .filter((order) => own.includes(order))
        .map(({ purchaseId, userId }): DocumentWrite => ({
          put: { key: guestOrderKey(personId, purchaseId), body: { userId } },
          seen: null,
        }))
      return { orders: own, links }
    },

    /** The newest orders of these persons, before the order with the given id. */
    async listNewest(personIds: readonly string[], { limit, before }: OrderPage): Promise<OrderRecord[]> {
      const lists = await Promise.all(
        personIds.map(async (personId) => {
          if (!isGuestPerson(personId)) return purchases.list(personId, { limit, before })
          const below = before === undefined ? undefined : `${ORDER_SK}${before}`
          const range = { above: ORDER_SK, below, limit, isFalling: true }
          return findLinked(await documents.listByKey(personPk(personId), range))
        }),
      )
      return lists
        .flat()
        .toSorted((one, other) => (one.purchaseId < other.purchaseId ? 1 : -1))
        .slice(0, limit)
    },

    /** The user ids of the orders of a guest. */
    async listGuestIds(personId: string): Promise<string[]> {
      const links = await documents.listByKey<{ userId: string }>(personPk(personId), { above: ORDER_SK })
      return links.map(({ body }) => body.userId)
    },

    /** Whether a guest has no order but this one. */
    async isOnlyOrder(personId: string, purchaseId: string): Promise<boolean> {
      const links = await documents.listByKey(personPk(personId), { above: ORDER_SK, limit: 2 })
      return links.every(({ key }) => orderIdOf(key) === purchaseId)
    },
  }
}

function orderIdOf({ sk }: DocumentKey) {
  return sk.slice(ORDER_SK.length)
}
