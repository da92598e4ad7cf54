import { type Item, readItem } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { referenceUsed } from '../../../orders/order/purchase.ts'
import type { ShopTables } from '../tables.ts'

/** The item that binds the bank's number of a payment to an order. */
export function bankReferenceItem({
  reference,
  purchaseId,
}: {
  reference: string
  purchaseId: string
}): Item {
  return { ...bankReferenceKey(reference), purchaseId }
}

function bankReferenceKey(reference: string) {
  return { pk: `bank-reference#${reference}`, sk: 'order' }
}

/**
 * The write that binds the number to the order. Throws when another order has the number. The
 * transaction with this write is refused when another order gets the number meanwhile.
 */
export async function bankReferenceWrite(
  { client, tables }: ShopTables,
  reference: string,
  purchaseId: string,
): Promise<TransactItem> {
  const key = bankReferenceKey(reference)
  const stored = await readItem<{ purchaseId: string }>(client, tables.purchases, key)
  if (stored && stored.purchaseId !== purchaseId) throw referenceUsed(reference, stored.purchaseId)
  const put = {
    TableName: tables.purchases,
    Item: bankReferenceItem({ reference, purchaseId }),
    ConditionExpression: 'attribute_not_exists(pk) OR purchaseId = :order',
    ExpressionAttributeValues: { ':order': purchaseId },
  }
  return { name: 'bank reference', write: { Put: put } }
}
