import { namesOf, rowsWith } from '@nashta/contracts/form-fields'
import type { OrderRecord } from './purchase-store.ts'

type OrderField = {
  /** The value is stored as JSON text. */
  isJson?: true
  /** The value is stored as 0 or 1. */
  isFlag?: true
  /** An update may write the field. Adapters move an order to another user by writes of their own. */
  changes?: true
  /** Every update changes one of these fields, so together they tell whether the order has changed. */
  tellsChange?: true
  /** An erasure replaces the field. */
  isPersonal?: true
  /** The field is not stored where an order has none, so that it takes no room. */
  isOptional?: true
}

/**
 * How each field of an order is stored. The columns of SQLite, the attributes of DynamoDB and the
 * fields that an erasure replaces follow from this table.
 */
const ORDER_FIELDS = {
  purchaseId: {},
  userId: { isPersonal: true },
  email: { isPersonal: true },
  isByMinor: { isFlag: true },
  state: { changes: true, tellsChange: true },
  orderStatus: { changes: true, tellsChange: true },
  deliveryStatus: { changes: true, tellsChange: true },
  transactionId: { changes: true },
  refusal: { changes: true },
  lines: { isJson: true, changes: true },
  taken: { isJson: true, changes: true },
  restored: { isJson: true, changes: true },
  totalItems: { changes: true },
  shippingFeePaise: { changes: true },
  totalPaise: { changes: true },
  offers: { isJson: true, changes: true, isOptional: true, isPersonal: true },
  // An edit adds to the timeline, too, which tells that the order has changed.
  edits: { isJson: true, changes: true, isOptional: true, isPersonal: true },
  payment: { isJson: true, changes: true, tellsChange: true, isPersonal: true },
  refunds: { isJson: true, changes: true, tellsChange: true, isPersonal: true },
  timeline: { isJson: true, changes: true, tellsChange: true, isPersonal: true },
  fulfilment: { isJson: true, changes: true, tellsChange: true, isPersonal: true },
  notes: { isJson: true, changes: true, tellsChange: true, isPersonal: true },
  shippingAddress: { isJson: true, changes: true, isPersonal: true },
  details: { isJson: true, changes: true, isPersonal: true },
  linkSecret: { changes: true, tellsChange: true, isPersonal: true },
  purchaseDate: {},
  deliveryTime: { isJson: true, changes: true },
  estimatedDelivery: { changes: true },
} as const satisfies Record<keyof OrderRecord, OrderField>

export const ORDER_FIELD_NAMES = namesOf(ORDER_FIELDS)
export const CHANGING_FIELDS = namesOf(rowsWith(ORDER_FIELDS, 'changes'))
export const CHANGE_TELLING_FIELDS = namesOf(rowsWith(ORDER_FIELDS, 'tellsChange'))
export const PERSONAL_FIELDS = namesOf(rowsWith(ORDER_FIELDS, 'isPersonal'))
export type PersonalField = (typeof PERSONAL_FIELDS)[number]

const JSON_FIELDS = namesOf(rowsWith(ORDER_FIELDS, 'isJson'))
type JsonField = (typeof JSON_FIELDS)[number]
const OPTIONAL_FIELDS = namesOf(rowsWith(ORDER_FIELDS, 'isOptional'))
type OptionalField = (typeof OPTIONAL_FIELDS)[number]
const FLAG_FIELDS = namesOf(rowsWith(ORDER_FIELDS, 'isFlag'))
type FlagField = (typeof FLAG_FIELDS)[number]

/**
 * An order with its nested values as JSON text. JSON text preserves the sequence of fields, so the
 * response to a repeated request has the same bytes. Booleans are 0 or 1, because SQLite has none.
 */
export type OrderAsText = Omit<OrderRecord, JsonField | FlagField> &
  Record<Exclude<JsonField, OptionalField>, string> & { [Name in OptionalField]?: string | null } & Record<
    FlagField,
    number
  >

export function orderToText(order: OrderRecord): OrderAsText {
  const text: Record<string, unknown> = { ...order }
  for (const name of JSON_FIELDS) if (order[name] !== undefined) text[name] = JSON.stringify(order[name])
  for (const name of FLAG_FIELDS) text[name] = Number(order[name])
  return text as OrderAsText
}

const JSON_NAMES: ReadonlySet<string> = new Set(JSON_FIELDS)
const FLAG_NAMES: ReadonlySet<string> = new Set(FLAG_FIELDS)

/** One field of `orderToText`; null for a field that the order does not have. */
export function fieldToText(order: OrderRecord, name: keyof OrderRecord): string | number | null {
  const value = order[name]
  if (value === undefined || value === null) return null
  if (JSON_NAMES.has(name)) return JSON.stringify(value)
  return FLAG_NAMES.has(name) ? Number(value) : (value as string | number)
}

function isOptional(name: JsonField): name is OptionalField {
  return OPTIONAL_FIELDS.some((each) => each === name)
}

/** `text` was made by `orderToText`. */
export function orderFromText(text: OrderAsText): OrderRecord {
  const order: Record<string, unknown> = { ...text }
  for (const name of JSON_FIELDS) {
    const json = text[name]
    if (isOptional(name) && !json) delete order[name]
    // Orders that are older than the field `details` are stored without it.
    else order[name] = JSON.parse(json ?? '{}')
  }
  for (const name of FLAG_FIELDS) order[name] = text[name] === 1
  return order as OrderRecord
}
