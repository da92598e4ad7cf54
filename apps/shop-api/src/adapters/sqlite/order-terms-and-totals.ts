import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { calendarDay, hourOfDay } from '@nashta/contracts/dates'
import type { Database } from '@nashta/sqlite/database'
import type { Statement } from '@nashta/sqlite/statement'
import { totalsChange } from '../../orders/order/order-work.ts'
import type { OrderRecord } from '../../orders/order/purchase-store.ts'
import { numberTerm, personTerms } from '../../orders/search/search-terms.ts'

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

  /**
   * Adds to the totals of the hour in which the order was placed. New contents of the order count as a
   * change even if the sums stay the same.
   */
  function changeTotals(
    { purchaseDate }: OrderRecord,
    change: { orders: number; revenuePaise: number },
    hasNewContent = false,
  ) {
    if (change.orders === 0 && change.revenuePaise === 0 && !hasNewContent) return
    const at = new Date(purchaseDate)
    addToHour.run(calendarDay(at), hourOfDay(at), change.orders, change.revenuePaise)
  }

  return {
    add(order: OrderRecord) {
      insertTerms(order.purchaseId, [...personTerms(order), ...otherTerms(order)])
      changeTotals(order, totalsChange(null, order))
    },
    /** Only an edit changes the fields that the terms are made from. */
    update(before: OrderRecord, after: OrderRecord) {
      const isEdited = before.edits !== after.edits
      changeTotals(after, totalsChange(before, after), isEdited)
      if (!isEdited) return
      const terms = [...personTerms(after), ...otherTerms(after)]
      for (const term of [...personTerms(before), ...otherTerms(before)])
        if (!terms.includes(term)) deleteTerm.run(term, before.purchaseId)
      insertTerms(after.purchaseId, terms)
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
