import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { PICTURE_MAX_BYTES, type PictureType } from '../catalogue/picture.ts'
import { helpPictureSchema } from '../tickets/ticket.ts'
import { purchaseIdSchema } from './purchase.ts'

export const PICTURES_PER_TICKET_MAX = 3
/** The limit for all tickets of one order together, so that one order cannot fill the disk. */
export const PICTURES_PER_ORDER_MAX = 9

/** The formats of pictures that come with a request for help. */
export const HELP_PICTURE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
] as const satisfies readonly PictureType[]

const upload = { types: HELP_PICTURE_TYPES, maxBytes: PICTURE_MAX_BYTES }
const WEBP = { type: 'image/webp' }
const shortText = z.string().check(z.minLength(1), z.maxLength(64))
const pictureReply = dataReply(helpPictureSchema)

// The form of the token is not checked here: a malformed token must get the same response as a
// token that opens no order.
const linkedTicketParams = z.strictObject({ token: z.string(), number: shortText })
const ticketParams = z.strictObject({ orderId: purchaseIdSchema, number: shortText })

export const addHelpPicture = {
  method: 'POST',
  path: '/purchases/order/:orderId/help/:number/pictures',
  access: 'owner',
  summary:
    'Add a picture to a request for help: the body is the file itself, which is decoded and encoded again without metadata. The same picture a second time is stored once',
  params: ticketParams,
  upload,
  reply: pictureReply,
  status: 201,
  rateLimit: { rule: 'helpPicture' },
} as const satisfies Endpoint

export const getHelpPicture = {
  method: 'GET',
  path: '/purchases/order/:orderId/help/:number/pictures/:pictureId',
  access: 'owner',
  summary: 'A picture of a request for help',
  params: z.extend(ticketParams, { pictureId: shortText }),
  file: WEBP,
  reply: z.unknown(),
  status: 200,
} as const satisfies Endpoint

export const addLinkedHelpPicture = {
  method: 'POST',
  path: '/order-links/:token/help/:number/pictures',
  access: 'public',
  summary: 'Add a picture to a request for help, as the holder of the link of its order',
  params: linkedTicketParams,
  upload,
  reply: pictureReply,
  status: 201,
  rateLimit: { rule: 'helpPicture' },
} as const satisfies Endpoint

export const getLinkedHelpPicture = {
  method: 'GET',
  path: '/order-links/:token/help/:number/pictures/:pictureId',
  access: 'public',
  summary: 'A picture of a request for help, for the holder of the link of its order',
  params: z.extend(linkedTicketParams, { pictureId: shortText }),
  file: WEBP,
  reply: z.unknown(),
  status: 200,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint

export const getTicketPicture = {
  method: 'GET',
  path: '/admin/tickets/:id/pictures/:pictureId',
  access: 'admin',
  summary: 'A picture of a request for help, for operators. The id is the number of the ticket',
  params: z.strictObject({ id: shortText, pictureId: shortText }),
  file: WEBP,
  reply: z.unknown(),
  status: 200,
} as const satisfies Endpoint
