import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { userIdSchema } from '../fields.ts'
import { PUSH_SUBSCRIPTION_INVALID } from './push-texts.ts'

const base64Url = (length: number) =>
  z
    .string(PUSH_SUBSCRIPTION_INVALID)
    .check(z.regex(new RegExp(`^[\\w-]{${length}}$`), PUSH_SUBSCRIPTION_INVALID))

/** What `PushSubscription.toJSON()` returns in a browser, without the time at which it expires. */
const pushSubscriptionSchema = z.strictObject({
  /** The secret address at the push service of the browser. */
  endpoint: z.string(PUSH_SUBSCRIPTION_INVALID).check(z.maxLength(1000, PUSH_SUBSCRIPTION_INVALID)),
  keys: z.strictObject({
    /** The public key of the browser, 65 bytes. */
    p256dh: base64Url(87),
    /** A secret of 16 bytes. */
    auth: base64Url(22),
  }),
})

export type PushSubscriptionInput = z.output<typeof pushSubscriptionSchema>

/** The id of a device: the SHA-256 of its endpoint, as base64url. */
const deviceIdSchema = z.string().check(z.regex(/^[\w-]{43}$/))

/** The reply of every call: all devices, oldest first, and the key that browsers subscribe with. */
const pushDevicesReply = dataReply(
  z.object({
    /** The public key of the shop for push messages (VAPID). */
    publicKey: z.string(),
    devices: z.array(z.object({ id: deviceIdSchema, addedAt: z.iso.datetime() })),
  }),
)

export type PushDevices = z.output<typeof pushDevicesReply>['data']

const accountParams = z.strictObject({ userId: userIdSchema })
const linkParams = z.strictObject({ token: z.string() })

export const listPushDevices = {
  method: 'GET',
  path: '/push/:userId',
  access: 'self',
  summary: "The browsers that show push messages about the shopper's orders",
  params: accountParams,
  reply: pushDevicesReply,
  status: 200,
} as const satisfies Endpoint

export const addPushDevice = {
  method: 'POST',
  path: '/push/:userId',
  access: 'self',
  summary: "Show push messages about the shopper's orders in a browser. Safe to repeat",
  params: accountParams,
  body: pushSubscriptionSchema,
  reply: pushDevicesReply,
  status: 200,
  rateLimit: { rule: 'cart' },
} as const satisfies Endpoint

export const removePushDevice = {
  method: 'DELETE',
  path: '/push/:userId/:deviceId',
  access: 'self',
  summary: "Show no more push messages about the shopper's orders in a browser. Safe to repeat",
  params: z.extend(accountParams, { deviceId: deviceIdSchema }),
  reply: pushDevicesReply,
  status: 200,
  rateLimit: { rule: 'cart' },
} as const satisfies Endpoint

export const listDeskPushDevices = {
  method: 'GET',
  path: '/admin/push',
  access: 'admin',
  summary: "The browsers that show the caller's push messages of the bell",
  reply: pushDevicesReply,
  status: 200,
} as const satisfies Endpoint

export const addDeskPushDevice = {
  method: 'POST',
  path: '/admin/push',
  access: 'admin',
  summary: "Show the caller's push messages of the bell in a browser. Safe to repeat",
  body: pushSubscriptionSchema,
  reply: pushDevicesReply,
  status: 200,
} as const satisfies Endpoint

export const removeDeskPushDevice = {
  method: 'DELETE',
  path: '/admin/push/:deviceId',
  access: 'admin',
  summary: "Show no more of the caller's push messages of the bell in a browser. Safe to repeat",
  params: z.strictObject({ deviceId: deviceIdSchema }),
  reply: pushDevicesReply,
  status: 200,
} as const satisfies Endpoint

export const listLinkedPushDevices = {
  method: 'GET',
  path: '/order-links/:token/push',
  access: 'public',
  summary: 'The browsers that show push messages about one order',
  params: linkParams,
  reply: pushDevicesReply,
  status: 200,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint

export const addLinkedPushDevice = {
  method: 'POST',
  path: '/order-links/:token/push',
  access: 'public',
  summary: 'Show push messages about one order in a browser. Safe to repeat',
  params: linkParams,
  body: pushSubscriptionSchema,
  reply: pushDevicesReply,
  status: 200,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint

export const removeLinkedPushDevice = {
  method: 'DELETE',
  path: '/order-links/:token/push/:deviceId',
  access: 'public',
  summary: 'Show no more push messages about one order in a browser. Safe to repeat',
  params: z.extend(linkParams, { deviceId: deviceIdSchema }),
  reply: pushDevicesReply,
  status: 200,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint
