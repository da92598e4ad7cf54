import * as z from 'zod/mini'
import { namesOf } from '../form-fields.ts'
import { GSTIN_INVALID, isGstin, normaliseGstin } from '../shop/gstin.ts'
import { hasCardNumber } from './card-number.ts'
import { DETAIL_CHARACTERS, detailTooLong, NO_CARD_NUMBERS, SHIPPING_LINK } from './order-texts.ts'
import { hasNoLink } from './shipping-address.ts'

type OrderDetail = {
  label: string
  hint: string
  maxLength: number
  /** Set for a code, such as a GSTIN: how it is normalised, and whether the result is valid. */
  code?: { normalise: (text: string) => string; isValid: (text: string) => boolean; error: string }
}

/**
 * What a shopper may add to an order at checkout. Form, request, storage, pages, the desk and prints
 * follow from this table: a new detail is a row here. All details are personal: only the shopper and
 * operators who see the address see them, and an erasure removes them.
 */
const ORDER_DETAILS = {
  shopNote: {
    label: 'Note to the shop',
    hint: 'Optional, for the people who pack your order',
    maxLength: 300,
  },
  gstin: {
    label: 'GSTIN',
    hint: 'Optional, if you buy for a business. The bill then names it. Please use its name above',
    maxLength: 30,
    code: { normalise: normaliseGstin, isValid: isGstin, error: GSTIN_INVALID },
  },
  giftMessage: {
    label: 'Gift message',
    hint: 'Optional, printed on the slip in the parcel. A slip with a gift message has no amounts',
    maxLength: 300,
  },
} as const satisfies Record<string, OrderDetail>

export type DetailName = keyof typeof ORDER_DETAILS
export type OrderDetails = Partial<Record<DetailName, string>>

export const DETAIL_NAMES = namesOf(ORDER_DETAILS)

export function orderDetail(name: DetailName): OrderDetail {
  return ORDER_DETAILS[name]
}

/** Forbids control characters but line breaks, and characters that reverse text. */
const PLAIN_TEXT = /^(?:\n|[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}])*$/u

function detailSchema(name: DetailName) {
  const { label, maxLength, code } = orderDetail(name)
  return z.optional(
    z.string().check(
      z.overwrite((text) => text.replaceAll('\r\n', '\n').trim()),
      z.maxLength(maxLength, detailTooLong(label, maxLength)),
      z.regex(PLAIN_TEXT, DETAIL_CHARACTERS),
      z.refine(hasNoLink, SHIPPING_LINK),
      z.refine((text) => !hasCardNumber(text), NO_CARD_NUMBERS),
      z.overwrite((text) => code?.normalise(text) ?? text),
      z.refine((text) => text === '' || !code || code.isValid(text), code?.error ?? ''),
    ),
  )
}

/** The fields of the form, and of the request's `details`. An empty text means the same as an absent one. */
export const detailFields = Object.fromEntries(
  DETAIL_NAMES.map((name) => [name, detailSchema(name)]),
) as Record<DetailName, ReturnType<typeof detailSchema>>

export const orderDetailsSchema = z.pipe(z.object(detailFields), z.transform(writtenDetails))

/** `details` in a reply: absent if the shopper added nothing. */
export const shownDetailsSchema = z.optional(
  z.object(
    Object.fromEntries(DETAIL_NAMES.map((name) => [name, z.optional(z.string())])) as Record<
      DetailName,
      z.ZodMiniOptional<z.ZodMiniString>
    >,
  ),
)

/** The details without empty texts. */
export function writtenDetails(details: { [Name in DetailName]?: string | undefined }): OrderDetails {
  return Object.fromEntries(DETAIL_NAMES.flatMap((name) => (details[name] ? [[name, details[name]]] : [])))
}

/** The written details with their labels, in the order of the table. */
export function listDetails(details: { [Name in DetailName]?: string | undefined } = {}) {
  return DETAIL_NAMES.flatMap((name) => {
    const text = details[name]
    return text ? [{ name, text, ...orderDetail(name) }] : []
  })
}
