import * as z from 'zod/mini'
import { isEmail } from '../account/checks.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { OPERATOR_ROLES } from '../api/operator-roles.ts'
import { dataReply } from '../api/reply.ts'
import { EMAIL_MAX_LENGTH } from '../constants.ts'

const EMAIL_INVALID = 'Please enter an e-mail address'
const ROLE_INVALID = `A role is one of ${OPERATOR_ROLES.join(', ')}`

const email = z
  .string(EMAIL_INVALID)
  .check(z.trim(), z.maxLength(EMAIL_MAX_LENGTH, EMAIL_INVALID), z.refine(isEmail, EMAIL_INVALID))
const role = z.enum(OPERATOR_ROLES, ROLE_INVALID)

/** One role of one operator. */
const operatorRoleSchema = z.object({ email, role })

const operatorsReply = dataReply(
  z.object({
    operators: z.array(z.object({ email: z.string(), roles: z.array(z.string()) })),
    /** The invitations that were not accepted yet. */
    invitations: z.array(
      z.object({ email: z.string(), role: z.string(), sentAt: z.string(), expiresAt: z.string() }),
    ),
  }),
)
export type OperatorInvitation = z.output<typeof operatorsReply>['data']['invitations'][number]

export const listOperators = {
  method: 'GET',
  path: '/admin/operators',
  access: 'admin',
  summary: 'The operators, their roles, and the invitations that wait',
  reply: operatorsReply,
  status: 200,
} as const satisfies Endpoint

export const grantRole = {
  method: 'POST',
  path: '/admin/operators',
  access: 'admin',
  freshSignIn: true,
  summary: 'Give a role to somebody with an account; it counts from the next sign-in on',
  body: operatorRoleSchema,
  reply: operatorsReply,
  status: 200,
} as const satisfies Endpoint

export const revokeRole = {
  method: 'DELETE',
  path: '/admin/operators/:email/:role',
  access: 'admin',
  freshSignIn: true,
  summary: 'Take a role away, and sign the operator out',
  params: z.strictObject({ email, role }),
  reply: operatorsReply,
  status: 200,
} as const satisfies Endpoint

export const inviteOperator = {
  method: 'POST',
  path: '/admin/operators/invitations',
  access: 'admin',
  freshSignIn: true,
  summary: 'Mail an address a link to join with a role; a link that was mailed before no longer works',
  body: operatorRoleSchema,
  reply: operatorsReply,
  status: 200,
} as const satisfies Endpoint

export const withdrawInvitation = {
  method: 'DELETE',
  path: '/admin/operators/invitations/:email',
  access: 'admin',
  summary: 'End the invitation of an address: its link no longer works',
  params: z.strictObject({ email }),
  reply: operatorsReply,
  status: 200,
} as const satisfies Endpoint
