import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { PICTURE_MAX_BYTES } from '../catalogue/picture.ts'
import { openEnum, pageSizeSchema, productIdSchema } from '../fields.ts'
import { HELP_PICTURE_TYPES } from '../orders/help-picture.ts'
import { helpPictureSchema } from '../tickets/ticket.ts'
import {
  ANSWER_MAX_LENGTH,
  HIDE_REASONS,
  PICTURES_PER_RATING_MAX,
  RATING_SORTS,
  RATING_TEXT_MAX_LENGTH,
  STARS_MAX,
} from './rating-texts.ts'

const STARS_REQUIRED = 'Please choose 1 to 5 stars'
const TEXT_TOO_LONG = `Please use at most ${RATING_TEXT_MAX_LENGTH} characters`
const OBJECTION_REQUIRED = 'Please say why the rating should be shown'
const ANSWER_REQUIRED = `An answer has 1 to ${ANSWER_MAX_LENGTH} characters`

const ratingId = z.string().check(z.minLength(1), z.maxLength(64))
const pictureId = ratingId

/** The form of a rating and its request body. */
export const ratingInputSchema = z.object({
  stars: z.int(STARS_REQUIRED).check(z.gte(1, STARS_REQUIRED), z.lte(STARS_MAX, STARS_REQUIRED)),
  text: z.prefault(
    z.string(TEXT_TOO_LONG).check(z.trim(), z.maxLength(RATING_TEXT_MAX_LENGTH, TEXT_TOO_LONG)),
    '',
  ),
  /** Whether the first name of the order's recipient is shown. */
  isNamed: z.prefault(z.boolean(), false),
  /** The ids of the stored pictures that stay. Pictures are added one by one. */
  pictures: z.prefault(z.array(pictureId).check(z.maxLength(PICTURES_PER_RATING_MAX)), []),
})

export type RatingInput = z.output<typeof ratingInputSchema>

const answerSchema = z.object({ text: z.string(), at: z.iso.datetime() })

const shownFields = {
  id: ratingId,
  stars: z.int(),
  text: z.string(),
  /** A first name, or “A buyer”. */
  name: z.string(),
  at: z.iso.datetime(),
  pictures: z.array(helpPictureSchema),
  /** How many visitors found the rating helpful. */
  helpful: z.int(),
  /** What the shop says to it, once. */
  answer: z.optional(answerSchema),
}

/** A rating as every visitor sees it. */
const shownRatingSchema = z.object(shownFields)

export type ShownRating = z.output<typeof shownRatingSchema>

const hiddenSchema = z.object({ reason: openEnum(HIDE_REASONS), at: z.iso.datetime() })
/** The number of the complaint with which the author objects. */
const objectionSchema = z.object({ number: z.string(), at: z.iso.datetime() })

export const ownRatingSchema = z.object({
  ...shownFields,
  isNamed: z.boolean(),
  hidden: z.optional(hiddenSchema),
  objection: z.optional(objectionSchema),
})

export type OwnRating = z.output<typeof ownRatingSchema>

const deskRatingSchema = z.object({
  ...shownFields,
  productId: productIdSchema,
  productName: z.string(),
  orderId: z.string(),
  hidden: z.optional(z.object({ ...hiddenSchema.shape, by: z.string() })),
  objection: z.optional(objectionSchema),
})

export type DeskRating = z.output<typeof deskRatingSchema>

const ratingsSchema = z.object({
  /** How many of the shown ratings have 1, 2, 3, 4 and 5 stars. */
  stars: z.array(z.int()),
  ratings: z.array(shownRatingSchema),
  nextCursor: z.nullable(z.string()),
})

export type Ratings = z.output<typeof ratingsSchema>

const cursor = z.optional(z.string().check(z.minLength(1), z.maxLength(512)))

export const listRatings = {
  method: 'GET',
  path: '/products/:id/ratings',
  access: 'public',
  summary: 'The shown ratings of a snack in all its packs, newest or most helpful first',
  params: z.strictObject({ id: productIdSchema }),
  query: z.strictObject({
    sort: z.prefault(z.enum(RATING_SORTS), 'newest'),
    limit: z.prefault(pageSizeSchema(20), 10),
    cursor,
  }),
  reply: dataReply(ratingsSchema),
  status: 200,
  weight: 2,
  rateLimit: { rule: 'search' },
} as const satisfies Endpoint

export const getRatingPicture = {
  method: 'GET',
  path: '/ratings/:ratingId/pictures/:pictureId',
  access: 'public',
  summary: 'A picture of a shown rating',
  params: z.strictObject({ ratingId, pictureId }),
  file: { type: 'image/webp' },
  reply: z.unknown(),
  status: 200,
  rateLimit: { rule: 'search' },
} as const satisfies Endpoint

export const findHelpful = {
  method: 'POST',
  path: '/ratings/:ratingId/helpful',
  access: 'optional',
  summary: 'Say that a rating is helpful: one vote of each account, or of each network without one',
  params: z.strictObject({ ratingId }),
  body: z.strictObject({}),
  reply: dataReply(z.object({ helpful: z.int() })),
  status: 200,
  rateLimit: { rule: 'ratingVote' },
} as const satisfies Endpoint

export const stopRatingMails = {
  method: 'POST',
  path: '/order-links/:token/no-rating-mails',
  access: 'public',
  summary: 'The address of the order gets no more mails that ask for a rating',
  params: z.strictObject({ token: z.string() }),
  body: z.strictObject({}),
  reply: dataReply(z.object({})),
  status: 200,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint

/** Null for a person who has not received the snack. */
const stateReply = dataReply(
  z.nullable(
    z.object({
      /** The first name that may be shown. */
      firstName: z.string(),
      rating: z.nullable(ownRatingSchema),
    }),
  ),
)
const ownReply = dataReply(ownRatingSchema)
const upload = { types: HELP_PICTURE_TYPES, maxBytes: PICTURE_MAX_BYTES }
export const objectionInputSchema = z.strictObject({
  text: z
    .string(OBJECTION_REQUIRED)
    .check(z.trim(), z.minLength(1, OBJECTION_REQUIRED), z.maxLength(RATING_TEXT_MAX_LENGTH, TEXT_TOO_LONG)),
})

const ownParams = z.strictObject({ id: productIdSchema })
// The form of the token is not checked here: a malformed token must get the same response as a
// token that opens no order.
const linkedParams = z.strictObject({ token: z.string(), id: productIdSchema })

export const getOwnRating = {
  method: 'GET',
  path: '/products/:id/rating',
  access: 'owner',
  summary: 'The rating of a shopper who has received the snack, null before it is made; no data for others',
  params: ownParams,
  reply: stateReply,
  status: 200,
  weight: 3,
} as const satisfies Endpoint

export const saveRating = {
  method: 'PUT',
  path: '/products/:id/rating',
  access: 'owner',
  summary: 'Rate a snack that the shopper has received, or change the rating. Safe to repeat',
  params: ownParams,
  body: ratingInputSchema,
  reply: ownReply,
  status: 200,
  weight: 5,
  rateLimit: { rule: 'rating' },
} as const satisfies Endpoint

export const removeRating = {
  method: 'DELETE',
  path: '/products/:id/rating',
  access: 'owner',
  summary: 'Erase the rating of the shopper with its text and pictures. Safe to repeat',
  params: ownParams,
  reply: dataReply(z.object({})),
  status: 200,
  weight: 5,
  rateLimit: { rule: 'rating' },
} as const satisfies Endpoint

export const addRatingPicture = {
  method: 'POST',
  path: '/products/:id/rating/pictures',
  access: 'owner',
  summary:
    'Add a picture to the rating: the body is the file itself, which is decoded and encoded again without metadata. The same picture a second time is stored once',
  params: ownParams,
  upload,
  reply: ownReply,
  status: 201,
  weight: 10,
  rateLimit: { rule: 'helpPicture' },
} as const satisfies Endpoint

export const objectToHiding = {
  method: 'POST',
  path: '/products/:id/rating/objection',
  access: 'owner',
  summary: 'Object to the hiding of the rating, once. The objection is a complaint at the desk',
  params: ownParams,
  body: objectionInputSchema,
  reply: ownReply,
  status: 200,
  weight: 5,
  rateLimit: { rule: 'ticket' },
} as const satisfies Endpoint

export const getLinkedRating = {
  method: 'GET',
  path: '/order-links/:token/ratings/:id',
  access: 'public',
  summary:
    'The rating of a snack of a delivered order, for the holder of its link, null before it is made; no data for a snack that the order did not bring',
  params: linkedParams,
  reply: stateReply,
  status: 200,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint

export const saveLinkedRating = {
  ...saveRating,
  path: '/order-links/:token/ratings/:id',
  access: 'public',
  summary: 'Rate a snack of a delivered order, as the holder of its link. Safe to repeat',
  params: linkedParams,
} as const satisfies Endpoint

export const removeLinkedRating = {
  ...removeRating,
  path: '/order-links/:token/ratings/:id',
  access: 'public',
  summary: 'Erase the rating of a snack of the order, as the holder of its link. Safe to repeat',
  params: linkedParams,
} as const satisfies Endpoint

export const addLinkedRatingPicture = {
  ...addRatingPicture,
  path: '/order-links/:token/ratings/:id/pictures',
  access: 'public',
  summary: 'Add a picture to the rating of a snack of the order, as the holder of its link',
  params: linkedParams,
} as const satisfies Endpoint

export const objectToLinkedHiding = {
  ...objectToHiding,
  path: '/order-links/:token/ratings/:id/objection',
  access: 'public',
  summary: 'Object to the hiding of the rating, as the holder of the link of its order',
  params: linkedParams,
} as const satisfies Endpoint

/** The ratings that shoppers see, and those that are hidden. */
export const RATING_LISTS = ['shown', 'hidden'] as const
export type RatingList = (typeof RATING_LISTS)[number]

export const listRatingsAtDesk = {
  method: 'GET',
  path: '/admin/ratings',
  access: 'admin',
  summary: 'Shown or hidden ratings of all snacks, newest first',
  query: z.strictObject({
    list: z.prefault(z.enum(RATING_LISTS), 'shown'),
    limit: z.prefault(pageSizeSchema(50), 20),
    cursor,
  }),
  reply: dataReply(z.object({ ratings: z.array(deskRatingSchema), nextCursor: z.nullable(z.string()) })),
  status: 200,
  weight: 5,
} as const satisfies Endpoint

const deskParams = z.strictObject({ ratingId })

export const getRatingPictureAtDesk = {
  method: 'GET',
  path: '/admin/ratings/:ratingId/pictures/:pictureId',
  access: 'admin',
  summary: 'A picture of a rating, shown or hidden: an objection may be about a picture',
  params: z.strictObject({ ratingId, pictureId }),
  file: { type: 'image/webp' },
  reply: z.unknown(),
  status: 200,
} as const satisfies Endpoint

const deskReply = dataReply(deskRatingSchema)

export const hideRating = {
  method: 'POST',
  path: '/admin/ratings/:ratingId/hide',
  access: 'admin',
  summary: 'Hide a rating for one of the published reasons. Its author is told by mail. Safe to repeat',
  params: deskParams,
  body: z.strictObject({ reason: z.enum(HIDE_REASONS) }),
  reply: deskReply,
  status: 200,
} as const satisfies Endpoint

export const showRating = {
  method: 'POST',
  path: '/admin/ratings/:ratingId/show',
  access: 'admin',
  summary: 'Show a hidden rating again. Its author is told by mail. Safe to repeat',
  params: deskParams,
  body: z.strictObject({}),
  reply: deskReply,
  status: 200,
} as const satisfies Endpoint

export const answerRating = {
  method: 'POST',
  path: '/admin/ratings/:ratingId/answer',
  access: 'admin',
  summary: 'Answer a rating, once, below it for everybody',
  params: deskParams,
  body: z.strictObject({
    text: z
      .string(ANSWER_REQUIRED)
      .check(z.trim(), z.minLength(1, ANSWER_REQUIRED), z.maxLength(ANSWER_MAX_LENGTH, ANSWER_REQUIRED)),
  }),
  reply: deskReply,
  status: 200,
} as const satisfies Endpoint
