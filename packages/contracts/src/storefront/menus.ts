import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { oneLineSchema, storePathSchema } from '../fields.ts'
import { FOOTER_COLUMNS_MAX, HEADER_LINKS_MAX, LEGAL_PAGES, MENU_LINKS_MAX } from './menu-rules.ts'

const LABEL_INVALID = 'An entry has a text of one line, 1 to 40 characters'
const TITLE_INVALID = 'A column has a title of one line, 1 to 40 characters'
const HIDES_INVALID = 'hidesWhenEmpty is true or false'
const HEADER_INVALID = `The header has up to ${HEADER_LINKS_MAX} entries`
const MENU_INVALID = `A menu has up to ${MENU_LINKS_MAX} entries`
const FOOTER_INVALID = `The footer has up to ${FOOTER_COLUMNS_MAX} columns`
const LEGAL_INVALID = `The footer leads to ${LEGAL_PAGES.join(', ')}: the law wants them within reach of every page`

const entry = z.strictObject({
  label: oneLineSchema(40, LABEL_INVALID),
  to: storePathSchema,
  hidesWhenEmpty: z.optional(z.boolean(HIDES_INVALID)),
})

const links = z.array(entry, MENU_INVALID).check(z.maxLength(MENU_LINKS_MAX, MENU_INVALID))

const menusInputSchema = z.strictObject({
  header: z.array(entry, HEADER_INVALID).check(z.maxLength(HEADER_LINKS_MAX, HEADER_INVALID)),
  phone: links,
  footer: z.array(z.strictObject({ title: oneLineSchema(40, TITLE_INVALID), links }), FOOTER_INVALID).check(
    z.maxLength(FOOTER_COLUMNS_MAX, FOOTER_INVALID),
    z.refine((columns) => {
      const paths = new Set(columns.flatMap((column) => column.links.map(({ to }) => to)))
      return LEGAL_PAGES.every((path) => paths.has(path))
    }, LEGAL_INVALID),
  ),
})

const entryReply = z.object({
  label: z.string(),
  to: z.string(),
  hidesWhenEmpty: z.optional(z.boolean()),
})

export const menusReply = z.object({
  header: z.array(entryReply),
  phone: z.array(entryReply),
  footer: z.array(z.object({ title: z.string(), links: z.array(entryReply) })),
})

const menusAtDeskReply = dataReply(
  z.object({
    menus: menusReply,
    /** The version that a change may send as an ETag in If-Match. */
    version: z.string(),
  }),
)

export const getMenus = {
  method: 'GET',
  path: '/admin/menus',
  access: 'admin',
  summary: 'The entries of header, phone menu and footer, also those that are left out at the moment',
  reply: menusAtDeskReply,
  status: 200,
} as const satisfies Endpoint

export const saveMenus = {
  method: 'PUT',
  path: '/admin/menus',
  access: 'admin',
  summary:
    'Replace the entries of header, phone menu and footer. With If-Match, only if they still have that ETag',
  body: menusInputSchema,
  reply: menusAtDeskReply,
  status: 200,
  weight: 20,
} as const satisfies Endpoint
