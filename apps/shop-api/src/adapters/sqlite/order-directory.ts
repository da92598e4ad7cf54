import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { calendarDay, hourOfDay } from '@nashta/contracts/dates'
import type { Database } from '@nashta/sqlite/database'
import { isCounted } from '../../purchases/desk/order-work.ts'
import { numberTerm, personTerms } from '../../purchases/desk/search-terms.ts'
import type { OrderRecord } from '../../purchases/purchase-store.ts'

/**
 * Stores the search terms of orders and the totals of each hour, for the lists of all orders. The functions must be called
 * inside the write of the order.
 */
export function createOrderDirectory({ prepare }: Database) {
  const insertTerms = prepare(
    'INSERT OR IGNORE INTO orderTerms (term, purchaseId) SELECT value, ? FROM json_each(?)',
  )
  const deleteTerm = prepare('DELETE FROM orderTerms WHERE term = ? AND purchaseId = ?')
  const addToHour = prepare(`
    INSERT INTO orderHours (day, hour, orders, revenuePaise) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET orders = orders + excluded.orders, revenuePaise = revenuePaise + excluded.revenuePaise
  `)

  function count(order: OrderRecord, orders: 1 | -1) {
    const at = new Date(order.purchaseDate)
    const revenuePaise = orders * order.totalPaise
    addToHour.run(calendarDay(at), hourOfDay(at), orders, revenuePaise)
  }

  return {
    add(order: OrderRecord) {
      const terms = [...personTerms(order), ...otherTerms(order)]
      // A long word may be cut inside a surrogate pair. SQLite would store such a half from JSON in another form than from
      // a plain parameter, with which terms are searched and deleted.
      insertTerms.run(order.purchaseId, JSON.stringify(terms.map((term) => term.toWellFormed())))
      if (isCounted(order)) count(order, 1)
    },
    /** The terms stay, because nothing that they are made from changes. */
    update(before: OrderRecord, after: OrderRecord) {
      if (isCounted(before) === isCounted(after)) return
      if (isCounted(after)) count(after, 1)
      else count(before, -1)
    },
    remove(order: OrderRecord) {
      for (const term of [...personTerms(order), ...otherTerms(order)]) deleteTerm.run(term, order.purchaseId)
      if (isCounted(order)) count(order, -1)
    },
    /** Removes only the terms that name the person. */
    erase(before: OrderRecord) {
      for (const term of personTerms(before)) deleteTerm.run(term, before.purchaseId)
    },
  }
}

/** Terms that stay when the person is erased. */
function otherTerms({ purchaseId, lines, shippingAddress }: OrderRecord) {
  return [
    numberTerm(purchaseId),
    ...lines.map(({ productId }) => productTerm(productId)),
    stateTerm(shippingAddress.state),
  ]
}

export function productTerm(productId: string) {
  return `product:${productId}`
}

export function stateTerm(state: string) {
  return `state:${foldText(state)}`
}
