import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { deliveryZonesReply, deliveryZonesSchema } from '../delivery/delivery-zones.ts'
import { columnOf } from '../form-fields.ts'
import { billTermsOf } from './seller-kind.ts'
import { SHOP_FIELDS } from './shop-fields.ts'

const GSTIN_NEEDED = 'A seller who is registered for GST has a GSTIN'
const PREFIXES_EQUAL = 'Bills and credit notes need different prefixes'
const GSTIN_OF_OTHER_STATE = "A GSTIN begins with the code of the shop's state"

/** The shop's whole record, which is the body of `PUT /admin/shop`. */
export const shopInputSchema = z
  .strictObject({
    ...columnOf(SHOP_FIELDS, 'schema'),
    /** Where the shop delivers, and on which terms. */
    delivery: deliveryZonesSchema,
  })
  .check(
    z.refine(({ gstin, state }) => gstin === undefined || gstin.startsWith(state), {
      error: GSTIN_OF_OTHER_STATE,
      path: ['gstin'],
    }),
    z.refine((shop) => shop.gstin !== undefined || !needsGstin(shop), {
      error: GSTIN_NEEDED,
      path: ['gstin'],
    }),
    z.refine((shop) => billTermsOf(shop).invoicePrefix !== billTermsOf(shop).creditNotePrefix, {
      error: PREFIXES_EQUAL,
      path: ['creditNotePrefix'],
    }),
  )

export type Shop = z.output<typeof shopInputSchema>

function needsGstin({ sellerKind }: { sellerKind?: string | undefined }) {
  return sellerKind === 'regular' || sellerKind === 'composition'
}

/** The record in replies. It is not validated again, and fields that this client does not know are left out. */
const storedShopSchema = z.object({ ...columnOf(SHOP_FIELDS, 'reply'), delivery: deliveryZonesReply })
const shopReply = dataReply(storedShopSchema)

const shopAtDeskReply = dataReply(
  z.object({
    shop: storedShopSchema,
    /** The ETag of the record, without its quotes. */
    version: z.string(),
    /** The fields that have no effect, because a setting of the store decides instead. */
    overruled: z._default(z.array(z.object({ field: z.string(), setting: z.string() })), []),
  }),
)

export const getShop = {
  method: 'GET',
  path: '/shop',
  access: 'public',
  summary: 'Who runs the shop: name, address, licences, customer care and grievance officer',
  reply: shopReply,
  status: 200,
} as const satisfies Endpoint

export const getShopAtDesk = {
  method: 'GET',
  path: '/admin/shop',
  access: 'admin',
  summary: "The shop's record and its version, which a change may send as an ETag in If-Match",
  reply: shopAtDeskReply,
  status: 200,
} as const satisfies Endpoint

export const updateShop = {
  method: 'PUT',
  path: '/admin/shop',
  access: 'admin',
  freshSignIn: true,
  summary: "Replace the shop's record. With If-Match, only if it still has that ETag",
  body: shopInputSchema,
  reply: shopReply,
  status: 200,
  weight: 20,
} as const satisfies Endpoint
