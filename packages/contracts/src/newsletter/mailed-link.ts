import * as z from 'zod/mini'
import { dataReply } from '../api/reply.ts'

// A link in a mail opens a page of the storefront. The button of that page makes the call. The link
// itself makes none, because mail programs open links too.

export const LINK_INVALID = 'This link does not work any more.'

/** The query of the calls of such pages. */
export const linkQuery = z.object({
  token: z.string(LINK_INVALID).check(z.maxLength(128, LINK_INVALID)),
})

export const messageReply = dataReply(z.object({ message: z.string() }))

const FORM_MAX_BYTES = 4096

/** The `upload` of an endpoint that receives a form of a page without JavaScript, which is not JSON. */
export const pageForm = { types: ['application/x-www-form-urlencoded'], maxBytes: FORM_MAX_BYTES }
