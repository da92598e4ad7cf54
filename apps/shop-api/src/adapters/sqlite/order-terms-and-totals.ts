import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { calendarDay, hourOfDay } from '@nashta/contracts/dates'
import type { Database } from '@nashta/sqlite/database'
import { totalsChange } from '../../orders/order/order-work.ts'
import type { OrderRecord } from '../../orders/order/purchase-store.ts'
import { numberTerm, personTerms } from '../../orders/search/search-terms.ts'

/**
 * Stores the search terms of orders and the totals of each hour, for the desk. The functions must
 * be called inside the write of the order.
 */
export function createOrderTermsAndTotals({ prepare }: Database) {
  const insertTerms = prepare(
    'INSERT OR IGNORE INTO orderTerms (term, purchaseId) SELECT value, ? FROM json_each(?)',
  )
  const deleteTerm = prepare('DELETE FROM orderTerms WHERE term = ? AND purchaseId = ?')
  const addToHour = prepare(`
    INSERT INTO orderHours (day, hour, orders, revenuePaise) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET orders = orders + excluded.orders, revenuePaise = revenuePaise + excluded.revenuePaise
  `)

  /** Adds to the totals of the hour in which the order was placed. */
  function changeTotals({ purchaseDate }: OrderRecord, change: { orders: number; revenuePaise: number }) {
    if (change.orders === 0 && change.revenuePaise === 0) return
    const at = new Date(purchaseDate)
    addToHour.run(calendarDay(at), hourOfDay(at), change.orders, change.revenuePaise)
  }

  return {
    add(order: OrderRecord) {
      const terms = [...personTerms(order), ...otherTerms(order)]
      insertTerms.run(order.purchaseId, toWellFormedJson(terms))
      changeTotals(order, totalsChange(null, order))
    },
    /** Changes only the totals. An update never changes the fields that the terms are made from. */
    update(before: OrderRecord, after: OrderRecord) {
      changeTotals(after, totalsChange(before, after))
    },
    remove(order: OrderRecord) {
      for (const term of [...personTerms(order), ...otherTerms(order)]) deleteTerm.run(term, order.purchaseId)
      changeTotals(order, totalsChange(order, null))
    },
    /** Removes only the terms that identify the person. */
    erase(before: OrderRecord) {
      for (const term of personTerms(before)) deleteTerm.run(term, before.purchaseId)
    },
  }
}

/**
 * The terms as JSON for `insertTerms`. A term may end with half an emoji, where a long word was cut.
 * An SQL parameter has U+FFFD in place of that half, but JSON would keep the half. `deleteTerm` and
 * searches pass terms as parameters, so `toWellFormed` makes the same replacement here.
 */
function toWellFormedJson(terms: readonly string[]) {
  return JSON.stringify(terms.map((term) => term.toWellFormed()))
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
