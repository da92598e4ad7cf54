import type * as z from 'zod/mini'
import type { AddressLimit } from './rate-limits.ts'

export const SHOP_API_BASE = '/api'

/**
 * Who may call: anyone; the shopper named in the path; a signed-in shopper, where the
 * thing asked for decides whose it is; the `admin` group.
 */
export type Access = 'public' | 'self' | 'owner' | 'admin'

/** A call as data: routes, clients, tests and the API reference are all made from it. */
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
  /** How often one network address may call; with a parameter, only those calls count that have it. */
  limit?: { rule: AddressLimit; onlyWith?: string }
}

/** What is read of an answer, wherever it comes from; a `Response` is one. */
export type ApiResponse = Pick<Response, 'status' | 'ok' | 'headers' | 'text' | 'json'>

export type ReplyTo<E extends Endpoint> = z.output<E['reply']>
