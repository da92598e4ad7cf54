import type * as z from 'zod/mini'
import type { AddressLimit } from './rate-limits.ts'

export const SHOP_API_BASE = '/api'

/**
 * The caller must be: anyone; the shopper named in the path; a signed-in shopper, where the use case checks that the
 * resource is theirs; a member of the `admin` group.
 */
export type Access = 'public' | 'self' | 'owner' | 'admin'

/** A call as data: routes, clients, tests and the API reference are made from it. Method and path identify it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base URL of its service; `:name` marks a parameter. */
  path: string
  access: Access
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  reply: z.ZodMiniType
  status: 200 | 201
  /** How often one network address may call; with `onlyWith`, only calls that have that query parameter count. */
  limit?: { rule: AddressLimit; onlyWith?: string }
}

export type ReplyTo<E extends Endpoint> = z.output<E['reply']>
