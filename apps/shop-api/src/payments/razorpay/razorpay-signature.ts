import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs as Razorpay does. A webhook's signature is made from its raw body with the webhook's secret. */
export function signatureOf(body: string | Buffer, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/** The signature of Razorpay's callback after a successful payment. */
export function paymentSignature(orderId: string, paymentId: string, keySecret: string): string {
  return signatureOf(`${orderId}|${paymentId}`, keySecret)
}

/**
 * Our own signature in the address to which Razorpay's page sends the browser back. The order's id
 * is no secret, so the id alone does not prove that the browser comes from that page.
 */
export function returnSignature(purchaseId: string, keySecret: string): string {
  return signatureOf(`return|${purchaseId}`, keySecret)
}

/** Compares in constant time, so that the duration does not reveal how many characters are right. */
export function isSameSignature(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
