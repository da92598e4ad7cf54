import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { calendarDay, hourOfDay } from '@nashta/contracts/dates'
import type { Database } from '@nashta/sqlite/database'
import type { Statement } from '@nashta/sqlite/statement'
import { totalsChange } from '../../orders/order/order-work.ts'
import type { OrderRecord } from '../../orders/order/purchase-store.ts'
import { editedTerms, numberTerm, personTerms } from '../../orders/search/search-terms.ts'

/**
 * Stores the search terms of orders and the totals of each hour, for the desk. The functions must
 * be called inside the write of the order.
 */
export function createOrderTermsAndTotals({ prepare }: Database) {
  /** By the number of terms. One statement for all terms costs less than one for each. */
  const insertStatements = new Map<number, Statement<never>>()
  const deleteTerm = prepare('DELETE FROM orderTerms WHERE term = ? AND purchaseId = ?')
  const addToHour = prepare(`
    INSERT INTO orderHours (day, hour, orders, revenuePaise, changes) VALUES (?, ?, ?, ?, 1)
    ON CONFLICT DO UPDATE SET orders = orders + excluded.orders,
      revenuePaise = revenuePaise + excluded.revenuePaise, changes = changes + 1
  `)

  function insertTerms(purchaseId: string, terms: readonly string[]) {
    let insert = insertStatements.get(terms.length)
    if (!insert) {
      const rows = terms.map((_, index) => `(?${index + 2}, ?1)`)
      insert = prepare(`INSERT OR IGNORE INTO orderTerms (term, purchaseId) VALUES ${rows.join()}`)
      insertStatements.set(terms.length, insert)
    }
    insert.run(purchaseId, ...terms)
  }

  /** Adds to the totals of the hour in which the order was placed. */
  function changeTotals({ purchaseDate }: OrderRecord, change: ReturnType<typeof totalsChange>) {
    if (!change) return
    const at = new Date(purchaseDate)
    addToHour.run(calendarDay(at), hourOfDay(at), change.orders, change.revenuePaise)
  }

  return {
    add(order: OrderRecord) {
      insertTerms(order.purchaseId, termsOf(order))
      changeTotals(order, totalsChange(null, order))
    },
    update(before: OrderRecord, after: OrderRecord) {
      changeTotals(after, totalsChange(before, after))
      const edited = editedTerms(before, after, termsOf)
      if (!edited) return
      for (const term of edited.removed) deleteTerm.run(term, before.purchaseId)
      insertTerms(after.purchaseId, edited.current)
    },
    remove(order: OrderRecord) {
      for (const term of termsOf(order)) deleteTerm.run(term, order.purchaseId)
      changeTotals(order, totalsChange(order, null))
    },
    /** Removes only the terms that identify the person. */
    erase(before: OrderRecord) {
      for (const term of personTerms(before)) deleteTerm.run(term, before.purchaseId)
    },
  }
}

function termsOf(order: OrderRecord) {
  return [...personTerms(order), ...otherTerms(order)]
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
