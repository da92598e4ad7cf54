import { type Paise, paiseToRupees } from '../money.ts'
import type { OrderPayment } from './order-payment.ts'

/** The lengths that UPI allows. */
const REFERENCE_MAX = 35
const NOTE_MAX = 50

type UpiRequest = {
  vpa: string
  name: string
  /** The category code of a merchant account. Without it, UPI apps read our QR code, but refuse our link. */
  merchantCode?: string | undefined
  reference: string
  note: string
  amountPaise: Paise
}

/**
 * Makes the URI of a UPI payment. UPI apps read it from the QR code. A space is encoded as %20,
 * because the apps would show a + as a plus sign.
 */
export function upiUri({ vpa, name, merchantCode, reference, note, amountPaise }: UpiRequest): string {
  return toUri({
    ...accountFields(vpa, name),
    ...(merchantCode && { mc: merchantCode }),
    tr: reference.slice(0, REFERENCE_MAX),
    tn: note.slice(0, NOTE_MAX),
    am: paiseToRupees(amountPaise).toFixed(2),
    cu: 'INR',
  })
}

/** The URI that shows a UPI id in an app, without an amount. */
export function upiAccountUri(vpa: string, name: string): string {
  return toUri(accountFields(vpa, name))
}

function accountFields(vpa: string, name: string) {
  return { pa: vpa, pn: name }
}

function toUri(fields: Record<string, string>) {
  const query = Object.entries(fields).map(([field, value]) => `${field}=${encodeUpi(value)}`)
  return `upi://pay?${query.join('&')}`
}

/** The URI and the fields of it that the shopper's page shows. */
export function upiPaymentOf(uri: string): NonNullable<OrderPayment['upi']> {
  const fields = new URL(uri).searchParams
  const field = (name: string) => fields.get(name) ?? ''
  return {
    uri,
    vpa: field('pa'),
    name: field('pn'),
    amount: Number(field('am')),
    opensApp: field('mc') !== '',
  }
}

/** UPI apps expect the @ of a UPI id unencoded. */
function encodeUpi(text: string) {
  return encodeURIComponent(text).replaceAll('%40', '@')
}
