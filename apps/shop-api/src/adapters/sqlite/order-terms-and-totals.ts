import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { calendarDay, hourOfDay } from '@nashta/contracts/dates'
import type { Database } from '@nashta/sqlite/database'
import { isCounted } from '../../purchases/desk/order-work.ts'
import { numberTerm, personTerms } from '../../purchases/desk/search-terms.ts'
import type { OrderRecord } from '../../purchases/purchase-store.ts'

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

  /** Adds the order to the totals of its hour, or subtracts it. */
  function changeTotals(order: OrderRecord, sign: 1 | -1) {
    const at = new Date(order.purchaseDate)
    addToHour.run(calendarDay(at), hourOfDay(at), sign, sign * order.totalPaise)
  }

  return {
    add(order: OrderRecord) {
      const terms = [...personTerms(order), ...otherTerms(order)]
      insertTerms.run(order.purchaseId, toWellFormedJson(terms))
      if (isCounted(order)) changeTotals(order, 1)
    },
    /** Changes only the totals. An update never changes the fields that the terms are made from. */
    update(before: OrderRecord, after: OrderRecord) {
      if (isCounted(before) === isCounted(after)) return
      if (isCounted(after)) changeTotals(after, 1)
      else changeTotals(before, -1)
    },
    remove(order: OrderRecord) {
      for (const term of [...personTerms(order), ...otherTerms(order)]) deleteTerm.run(term, order.purchaseId)
      if (isCounted(order)) changeTotals(order, -1)
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
