import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { isUploadedPicture } from '../catalogue/picture.ts'
import { oneLineSchema } from '../fields.ts'
import { SHELVES_MAX, shelfKey } from './shelf-rules.ts'

const SHELF_NAME_INVALID = 'A shelf has a name of one line, 1 to 60 characters with a letter or digit'
const TEXT_INVALID = 'The text of a shelf is one line of 1 to 200 characters'
const PICTURE_INVALID = 'The picture of a shelf is one that was uploaded at the desk'
const SLUG_INVALID = 'The address of a shelf has small letters, digits and single dashes, at most 60'
const HIDDEN_INVALID = 'isHidden is true or false'
const SHELVES_INVALID = `A shop has up to ${SHELVES_MAX} shelves`

const slug = z
  .string(SLUG_INVALID)
  .check(z.maxLength(60, SLUG_INVALID), z.regex(/^[a-z\d]+(?:-[a-z\d]+)*$/, SLUG_INVALID))

const shelfInputSchema = z.strictObject({
  /** The address that the stored shelf has. Absent for a new shelf. */
  was: z.optional(slug),
  /** Absent: the address stays, and a new shelf gets one from its name. */
  slug: z.optional(slug),
  name: oneLineSchema(60, SHELF_NAME_INVALID).check(
    z.refine((name) => shelfKey(name) !== '', SHELF_NAME_INVALID),
  ),
  text: z.optional(oneLineSchema(200, TEXT_INVALID)),
  picture: z.optional(z.string(PICTURE_INVALID).check(z.refine(isUploadedPicture, PICTURE_INVALID))),
  isHidden: z.optional(z.boolean(HIDDEN_INVALID)),
})

const shelvesInputSchema = z.strictObject({
  /** All shelves in their order. A stored shelf that is missing here is deleted. */
  shelves: z.array(shelfInputSchema, SHELVES_INVALID).check(z.maxLength(SHELVES_MAX, SHELVES_INVALID)),
  /** For deleted shelves with products: the remaining shelf that takes them. Both by stored address. */
  moves: z.optional(
    z.array(z.strictObject({ from: slug, to: slug })).check(z.maxLength(SHELVES_MAX, SHELVES_INVALID)),
  ),
})

export type ShelvesInput = z.output<typeof shelvesInputSchema>

/** A shelf as shoppers see it. */
export const publicShelfSchema = z.object({
  slug: z.string(),
  name: z.string(),
  text: z.optional(z.string()),
  picture: z.optional(z.string()),
  /** Addresses that lead to it now. */
  former: z.optional(z.array(z.string())),
})

const deskShelfSchema = z.extend(publicShelfSchema, {
  isHidden: z.optional(z.boolean()),
  /** How many products are on it, drafts included. */
  products: z.number(),
})

export type DeskShelf = z.infer<typeof deskShelfSchema>

const shelvesReply = dataReply(
  z.object({
    shelves: z.array(deskShelfSchema),
    /** How many products are on none of them. */
    withoutShelf: z.number(),
    /** The version that a change may send as an ETag in If-Match. */
    version: z.string(),
  }),
)

export const getShelves = {
  method: 'GET',
  path: '/admin/shelves',
  access: 'admin',
  summary: 'The shelves in their order, hidden ones included, with the number of their products',
  reply: shelvesReply,
  status: 200,
  weight: 5,
} as const satisfies Endpoint

export const saveShelves = {
  method: 'PUT',
  path: '/admin/shelves',
  access: 'admin',
  summary:
    'Replace the list of shelves: new, renamed, ordered, hidden and deleted ones. With If-Match, only if it still has that ETag',
  body: shelvesInputSchema,
  reply: shelvesReply,
  status: 200,
  weight: 20,
} as const satisfies Endpoint
