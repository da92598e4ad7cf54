import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { OPERATOR_ROLES, type OperatorRole } from '../api/operator-roles.ts'
import { dataReply } from '../api/reply.ts'

/** What operators are told of, with the text at the desk. */
export const BELL_EVENTS = {
  order: 'A new order',
  paid: 'A shopper says “I have paid”',
  complaint: 'A complaint',
  problem: 'A problem with a payment, a refund or the mails',
  stock: 'A product runs low',
} as const
export type BellEventKind = keyof typeof BELL_EVENTS
export const BELL_EVENT_KINDS = Object.keys(BELL_EVENTS) as BellEventKind[]

/** How an operator is told of an event: `mail`, `push` and `both` at once, `daily` in one mail. */
const BELL_WAYS = ['mail', 'push', 'both', 'daily', 'none'] as const
export type BellWay = (typeof BELL_WAYS)[number]

/** The events that each role may hear of. None of them has an amount of money. */
const EVENTS_OF_ROLE: Record<OperatorRole, readonly BellEventKind[]> = {
  admin: BELL_EVENT_KINDS,
  manager: BELL_EVENT_KINDS,
  packer: ['order', 'stock'],
  shipper: ['order', 'stock'],
  accountant: ['problem'],
}

/** The events that a member of these groups of the user pool may hear of. */
export function audibleEvents(groups: readonly string[]): BellEventKind[] {
  const roles = OPERATOR_ROLES.filter((role) => groups.includes(role))
  return BELL_EVENT_KINDS.filter((kind) => roles.some((role) => EVENTS_OF_ROLE[role].includes(kind)))
}

const WAY_INVALID = `An event is told by ${BELL_WAYS.join(', ')}`
const HOUR_INVALID = 'An hour is a whole number from 0 to 23'
const way = z.enum(BELL_WAYS, WAY_INVALID)
const hour = z.int(HOUR_INVALID).check(z.gte(0, HOUR_INVALID), z.lte(23, HOUR_INVALID))

const waysSchema = z.strictObject({ order: way, paid: way, complaint: way, problem: way, stock: way })

const bellChoices = z.strictObject({
  ways: waysSchema,
  /** Between these hours in Indian time nothing is sent: it waits. Equal hours: never quiet. */
  quietFrom: hour,
  quietUntil: hour,
})
export type BellChoices = z.output<typeof bellChoices>

const bellReply = dataReply(
  z.object({
    choices: bellChoices,
    /** The events that the caller's roles hear of. */
    audible: z.array(z.string()),
    /** Where the mails go; null for an account without an address. */
    email: z.nullable(z.string()),
    /** How much work waits that the caller may hear of. */
    count: z.int(),
    /** The id of the newest order that waits; empty without one. Later ids sort after earlier ones. */
    newest: z.string(),
  }),
)
export type Bell = z.output<typeof bellReply>['data']

export const getBell = {
  method: 'GET',
  path: '/admin/bell',
  access: 'admin',
  summary: 'How much work waits for the caller, and how the caller is told of new work',
  reply: bellReply,
  status: 200,
} as const satisfies Endpoint

export const setBell = {
  method: 'PUT',
  path: '/admin/bell',
  access: 'admin',
  summary:
    'Choose for each event whether it is mailed or pushed at once, mailed once a day or not told at all, and the quiet hours',
  body: bellChoices,
  reply: bellReply,
  status: 200,
} as const satisfies Endpoint
