import type * as z from 'zod/mini'
import type { RateLimitName } from './rate-limits.ts'

export const SHOP_API_BASE = '/api'

/**
 * The callers that an endpoint allows:
 * - `public`: anyone
 * - `optional`: anyone; a valid access token only makes the reply personal
 * - `self`: the shopper whose `sub`, user name or e-mail address is in the path
 * - `owner`: a signed-in shopper; the use case checks that the resource is theirs
 * - `admin`: an operator with any role that `rolesFor` lists for the call, not only `admin`
 */
export type Access = 'public' | 'optional' | 'self' | 'owner' | 'admin'

/** The description of one API call. Routes, clients and the API reference are made from it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the base URL of its service; `:name` marks a parameter. */
  path: string
  access: Access
  /** Whether the caller must have signed in within the last `FRESH_SIGN_IN_SECONDS`. */
  freshSignIn?: true
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The body is a file of one of these media types, instead of JSON. */
  upload?: { types: readonly string[]; maxBytes: number }
  /** A successful response is a file of this media type, instead of JSON. */
  file?: { type: string }
  /** The JSON body of a successful response; `z.unknown()` if the response is a file. */
  reply: z.ZodMiniType
  /** 303 sends a browser to the page in the header Location. */
  status: 200 | 201 | 303
  /** How many ordinary calls the call counts as in PACES; 1 if absent. */
  weight?: number
  rateLimit?: {
    /**
     * The name of a limit in IP_LIMITS, for the calls of each network address. If CALLER_LIMITS has
     * this name too, the calls of each caller are also limited.
     */
    rule: RateLimitName
    /** Only calls with one of these query parameters count. */
    onlyWith?: readonly string[]
  }
}

export type ReplyTo<E extends Endpoint> = z.output<E['reply']>
