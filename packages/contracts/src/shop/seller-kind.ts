/**
 * How the seller is registered for GST:
 * - `regular`: charges GST and makes tax invoices
 * - `composition`: pays a share of the turnover, may not charge GST, and makes bills of supply
 * - `unregistered`: below the limit of turnover; bills of supply
 */
export const SELLER_KINDS = ['regular', 'composition', 'unregistered'] as const
export type SellerKind = (typeof SELLER_KINDS)[number]

type SellerFields = { gstin?: string | undefined; sellerKind?: string | undefined }

/** The kind in the shop's record. If none is set, a seller with a GSTIN is a regular one. */
export function sellerKindOf({ gstin, sellerKind }: SellerFields): SellerKind {
  const chosen = SELLER_KINDS.find((kind) => kind === sellerKind)
  return chosen ?? (gstin === undefined ? 'unregistered' : 'regular')
}

/**
 * Whether the law lets the seller sell within its own state only. A shop that has not said how it is
 * registered, such as the demo shop, is not held to it.
 */
export function sellsInOwnStateOnly({ sellerKind }: SellerFields): boolean {
  return sellerKind === 'composition' || sellerKind === 'unregistered'
}

/** How the tax of the delivery fee is found when the goods have several rates. */
export const DELIVERY_TAXES = ['byValue', 'highestRate'] as const
export type DeliveryTax = (typeof DELIVERY_TAXES)[number]

/** Whether each sale has a bill of its own, or small ones to private buyers share one bill a day and state. */
export const SMALL_BILLS = ['each', 'daily'] as const
type SmallBills = (typeof SMALL_BILLS)[number]

export const INVOICE_PREFIX = 'INV'
export const CREDIT_NOTE_PREFIX = 'CRN'
/** The law asks for 4 digits up to ₹5 crore of turnover. */
export const HSN_DIGITS = 4
/** How long tax law wants bills to be stored. */
export const BILL_MONTHS = 72

type BillFields = {
  invoicePrefix?: string | undefined
  creditNotePrefix?: string | undefined
  hsnDigits?: number | undefined
  deliveryTax?: string | undefined
  billMonths?: number | undefined
  smallBills?: string | undefined
}

/** What the shop's record says about bills, with the defaults of what it leaves out. */
export function billTermsOf({
  invoicePrefix = INVOICE_PREFIX,
  creditNotePrefix = CREDIT_NOTE_PREFIX,
  hsnDigits = HSN_DIGITS,
  deliveryTax,
  billMonths: months = BILL_MONTHS,
  smallBills,
}: BillFields) {
  const chosen: DeliveryTax = deliveryTax === 'highestRate' ? 'highestRate' : 'byValue'
  const small: SmallBills = smallBills === 'daily' ? 'daily' : 'each'
  return { invoicePrefix, creditNotePrefix, hsnDigits, deliveryTax: chosen, months, smallBills: small }
}
