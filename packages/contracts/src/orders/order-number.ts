const ORDER_NUMBER_LENGTH = 8

/** The short number that pages and mails show for an order. */
export function orderNumber(purchaseId: string): string {
  return purchaseId.slice(-ORDER_NUMBER_LENGTH).toUpperCase()
}
