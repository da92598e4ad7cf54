import { type Paise, paiseToRupees } from '@nashta/contracts/money'
import type { OrderPayment } from '@nashta/contracts/orders/order-payment'
import { renderSVG } from 'uqr'

/** The lengths that UPI allows. */
const REFERENCE_MAX = 35
const NOTE_MAX = 50

export type UpiRequest = { vpa: string; name: string; reference: string; note: string; amountPaise: Paise }

/** What a UPI app reads from the QR code. Spaces are %20: apps show a + as it is. */
export function upiUri({ vpa, name, reference, note, amountPaise }: UpiRequest): string {
  const fields = {
    pa: vpa,
    pn: name,
    tr: reference.slice(0, REFERENCE_MAX),
    tn: note.slice(0, NOTE_MAX),
    am: paiseToRupees(amountPaise).toFixed(2),
    cu: 'INR',
  }
  const query = Object.entries(fields).map(([field, value]) => `${field}=${encodeUpi(value)}`)
  return `upi://pay?${query.join('&')}`
}

/** `uri` was made by `upiUri`. */
export function upiPaymentOf(uri: string): NonNullable<OrderPayment['upi']> {
  const fields = new URL(uri).searchParams
  const field = (name: string) => fields.get(name) ?? ''
  return {
    uri,
    vpa: field('pa'),
    name: field('pn'),
    amount: Number(field('am')),
    qrSvg: renderSVG(uri, { ecc: 'M', border: 2 }),
  }
}

/** UPI ids contain an @, which apps expect as it is. */
function encodeUpi(text: string) {
  return encodeURIComponent(text).replaceAll('%40', '@')
}
