import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { pageSizeSchema } from '../fields.ts'

/** The kinds of things that operators change. */
export const LOG_KINDS = ['product', 'offer', 'shop', 'order', 'customer', 'operator'] as const
export type LogKind = (typeof LOG_KINDS)[number]

const LOG_PAGE_SIZE = 50
const LOG_PAGE_SIZE_MAX = 200

const TIME_INVALID = 'A time is written as 2026-01-31T00:00:00.000Z'
const time = z.iso.datetime(TIME_INVALID)

const loggedChangeSchema = z.object({
  id: z.string(),
  at: z.string(),
  /**
   * The operator who made the change, with the name at that time if the account had one. `email` is
   * null when the user pool has not sent it.
   */
  by: z.object({
    sub: z.string(),
    username: z.string(),
    email: z.nullable(z.string()),
    name: z.optional(z.string()),
  }),
  kind: z.string(),
  /**
   * Identifies what was changed, by `kind`:
   * - `product`, `offer`, `order`: its id
   * - `shop`: `shop`, `shelves`, `home` or `menus`; `return 2026-11` for the tax return of a month
   * - `customer`: a hash of the id, or `file` for a file of people
   * - `operator`: the e-mail address of the operator whose roles were changed
   */
  subject: z.string(),
  /** The name that the changed product, offer or customer has now. Absent for other kinds and for removed ones. */
  name: z.optional(z.string()),
  action: z.string(),
  /** The changed fields. `from` or `to` is null when the field was or is absent. */
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
})

export type LoggedChange = z.infer<typeof loggedChangeSchema>

export const listLog = {
  method: 'GET',
  path: '/admin/log',
  access: 'admin',
  summary: 'The changes that operators made, newest first, with the values before and after',
  query: z.strictObject({
    kind: z.optional(z.enum(LOG_KINDS)),
    /** Refused without `kind`. */
    subject: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    /** The `sub` of the operator who made the changes. */
    by: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    /** Entries from this time on. */
    from: z.optional(time),
    /** Entries before this time. */
    until: z.optional(time),
    limit: z.prefault(pageSizeSchema(LOG_PAGE_SIZE_MAX), LOG_PAGE_SIZE),
    cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
  }),
  reply: dataReply(z.object({ entries: z.array(loggedChangeSchema), nextCursor: z.nullable(z.string()) })),
  status: 200,
  weight: 5,
} as const satisfies Endpoint
