import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { isUploadedPicture } from '../catalogue/picture.ts'
import { oneLineSchema, storePathSchema } from '../fields.ts'
import { HOME_SECTION_NAMES, HOME_SLIDES_MAX, SLIDE_ARTS } from './home-rules.ts'

const ANNOUNCEMENT_INVALID = 'The line above every page has 1 to 120 characters'
const TITLE_INVALID = 'The title of a slide is one line of 1 to 60 characters'
const TEXT_INVALID = 'The text of a slide is one line of 1 to 200 characters'
const ALT_INVALID = 'What a picture shows is told in one line of 1 to 200 characters'
const PICTURE_INVALID = 'The picture of a slide is one that was uploaded at the desk'
const SLIDES_INVALID = `A home page has 1 to ${HOME_SLIDES_MAX} slides`
const SECTIONS_INVALID = 'The sections of the home page are in the list once each'
const TIME_INVALID = 'A time is written as 2026-01-31T00:00:00.000Z'

const slide = z.strictObject({
  title: oneLineSchema(60, TITLE_INVALID),
  text: oneLineSchema(200, TEXT_INVALID),
  to: storePathSchema,
  picture: z.optional(z.string(PICTURE_INVALID).check(z.refine(isUploadedPicture, PICTURE_INVALID))),
  art: z.optional(z.enum(SLIDE_ARTS, PICTURE_INVALID)),
  alt: z.optional(oneLineSchema(200, ALT_INVALID)),
})

export const homeInputSchema = z.strictObject({
  announcement: z.optional(
    z.strictObject({ text: oneLineSchema(120, ANNOUNCEMENT_INVALID), to: z.optional(storePathSchema) }),
  ),
  slides: z
    .array(slide, SLIDES_INVALID)
    .check(z.minLength(1, SLIDES_INVALID), z.maxLength(HOME_SLIDES_MAX, SLIDES_INVALID)),
  sections: z.array(z.enum(HOME_SECTION_NAMES, SECTIONS_INVALID), SECTIONS_INVALID).check(
    z.maxLength(HOME_SECTION_NAMES.length, SECTIONS_INVALID),
    z.refine((sections) => new Set(sections).size === sections.length, SECTIONS_INVALID),
  ),
})

const announcementReply = z.object({ text: z.string(), to: z.optional(z.string()) })

/** A home page in replies. A newer store may send sections that this client does not know. */
export const homeReply = z.object({
  announcement: z.optional(announcementReply),
  slides: z.array(
    z.object({
      title: z.string(),
      text: z.string(),
      to: z.string(),
      picture: z.optional(z.string()),
      art: z.optional(z.string()),
      alt: z.optional(z.string()),
    }),
  ),
  sections: z.array(z.string()),
})

const homeAtDeskReply = dataReply(
  z.object({
    /** What shoppers see now. */
    home: homeReply,
    /** Null for the first home page of a new shop. */
    publishedAt: z.nullable(z.string()),
    /** What they will see from a time on. */
    scheduled: z.nullable(z.object({ home: homeReply, at: z.string() })),
    /** For each page that can be brought back, when it was published; null for a new shop's. Newest first. */
    former: z.array(z.nullable(z.string())),
    /** The version that a change may send as an ETag in If-Match. */
    version: z.string(),
  }),
)

export type HomeAtDesk = z.infer<typeof homeAtDeskReply>['data']

export const getHome = {
  method: 'GET',
  path: '/admin/home',
  access: 'admin',
  summary:
    'The home page as shoppers see it, what is published at a later time, and what can be brought back',
  reply: homeAtDeskReply,
  status: 200,
} as const satisfies Endpoint

export const publishHome = {
  method: 'PUT',
  path: '/admin/home',
  access: 'admin',
  summary:
    'Publish slides, order of the sections and the line above every page, at once or at a time. With If-Match, only if nothing has changed since',
  body: z.strictObject({
    home: homeInputSchema,
    /** Absent: at once. Only one page can wait for its time: this one replaces an earlier one. */
    at: z.optional(z.iso.datetime(TIME_INVALID)),
  }),
  reply: homeAtDeskReply,
  status: 200,
  weight: 20,
} as const satisfies Endpoint

export const undoHome = {
  method: 'POST',
  path: '/admin/home/undo',
  access: 'admin',
  summary: 'Bring back the home page that was published before. The last ten can be brought back, one by one',
  body: z.strictObject({}),
  reply: homeAtDeskReply,
  status: 200,
  weight: 5,
} as const satisfies Endpoint

export const unscheduleHome = {
  method: 'DELETE',
  path: '/admin/home/scheduled',
  access: 'admin',
  summary: 'Do not publish what was to be published at a later time',
  reply: homeAtDeskReply,
  status: 200,
} as const satisfies Endpoint
