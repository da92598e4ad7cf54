import { type Access, type Endpoint, SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { rolesFor } from '@nashta/contracts/api/operator-roles'
import {
  CALLER_LIMITS,
  IP_LIMITS,
  type RateLimitName,
  type RateLimitRule,
} from '@nashta/contracts/api/rate-limits'
import { ERROR_STATUS, type ErrorCode, errorReplySchema } from '@nashta/contracts/api/reply'
import { APP_VERSION } from '@nashta/contracts/constants'
import { API_GROUPS, errorsOf, groupOf } from '@nashta/contracts/shop-api/shop-api-reference'
import type { Shop } from '@nashta/contracts/shop/shop'
import { DEMO_SHOP_NOTICE } from '@nashta/contracts/shop/shop-texts'
import * as z from 'zod/mini'

type JsonSchema = { [key: string]: unknown; properties?: Record<string, unknown>; required?: string[] }

const CALLERS: Record<Exclude<Access, 'admin'>, string> = {
  public: 'Anyone',
  optional: 'Anyone; an access token makes the reply personal',
  self: 'The shopper named in the path by sub, user name or e-mail address',
  owner: 'The shopper to whom the requested thing belongs',
}

/** In OpenAPI, an empty list needs no token, and `{}` in a list makes the token optional. */
const SECURITY: Record<Access, Record<string, string[]>[]> = {
  public: [],
  optional: [{}, { token: [] }],
  self: [{ token: [] }],
  owner: [{ token: [] }],
  admin: [{ token: [] }],
}

/** Makes the OpenAPI document from the contracts, so that it cannot differ from them. */
export function toOpenApi(endpoints: Readonly<Record<string, Endpoint>>, shop: Shop) {
  // The contract's `/products/:id` is `/products/{id}` in OpenAPI.
  const byPath = Map.groupBy(Object.entries(endpoints), ([, { path }]) => path.replaceAll(/:(\w+)/g, '{$1}'))
  return {
    openapi: '3.1.0',
    info: {
      title: `${shop.tradeName} Shop API`,
      version: APP_VERSION,
      ...(shop.isDemo && { description: DEMO_SHOP_NOTICE }),
      contact: { name: shop.legalName, email: shop.email },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: SHOP_API_BASE }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: schemaOf(errorReplySchema) },
    },
    tags: Object.entries(API_GROUPS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      [...byPath].map(([path, endpointsOfPath]) => [path, operationsByMethod(endpointsOfPath)]),
    ),
  }
}

export type OpenApi = ReturnType<typeof toOpenApi>

function operationsByMethod(namedEndpoints: readonly [name: string, endpoint: Endpoint][]) {
  return Object.fromEntries(
    namedEndpoints.map(([name, endpoint]) => [endpoint.method.toLowerCase(), toOperation(name, endpoint)]),
  )
}

function toOperation(operationId: string, endpoint: Endpoint) {
  const { access, summary, params, query, body, upload, file, reply, status, rateLimit } = endpoint
  return {
    operationId,
    tags: [groupOf(endpoint)],
    summary,
    description: [
      `For: ${access === 'admin' ? rolesText(endpoint) : CALLERS[access]}.`,
      ...(rateLimit ? [limitText(rateLimit)] : []),
    ].join(' '),
    security: SECURITY[access],
    parameters: [...toParameters(params, 'path'), ...toParameters(query, 'query')],
    ...(body && { requestBody: { required: true, content: jsonContent(schemaOf(body)) } }),
    ...(upload && { requestBody: { required: true, content: fileContent(upload.types) } }),
    responses: {
      [status]: {
        description: summary,
        // A redirect has no body.
        ...(status !== 303 && { content: file ? fileContent([file.type]) : jsonContent(schemaOf(reply)) }),
      },
      ...errorResponses(errorsOf(operationId, endpoint)),
      default: { description: 'Failed', content: jsonContent({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

/** One response for each status, with the codes that it can have. */
function errorResponses(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code])
  return Object.fromEntries(
    Array.from(byStatus, ([status, ofStatus]) => [
      status,
      {
        description: ofStatus.join(', '),
        content: jsonContent({
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { type: 'object', properties: { code: { type: 'string', enum: ofStatus } } },
          ],
        }),
      },
    ]),
  )
}

function rolesText(endpoint: Endpoint) {
  const roles = rolesFor(endpoint)
  return `Operators with the role ${roles.join(' or ')}`
}

function limitText({ rule, onlyWith }: NonNullable<Endpoint['rateLimit']>) {
  const { limit, perSeconds } = IP_LIMITS[rule]
  const callerRule = callerRuleOf(rule)
  const callerText = callerRule ? ` and ${callerRule.limit} of one shopper` : ''
  const countedText = onlyWith === undefined ? '' : `, counting only requests with ${onlyWith.join(' or ')}`
  return `At most ${limit} in ${perSeconds} seconds from one network address${callerText}${countedText}; then 429 with Retry-After.`
}

/** Undefined for a limit that counts only by network address. */
function callerRuleOf(name: RateLimitName): RateLimitRule | undefined {
  const rules: Partial<Record<RateLimitName, RateLimitRule>> = CALLER_LIMITS
  return rules[name]
}

function toParameters(schema: z.ZodMiniType | undefined, location: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

/** The JSON schema of a value on the wire, before the transforms of the zod schema. */
function schemaOf(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

function fileContent(types: readonly string[]) {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
}

function jsonContent(schema: unknown) {
  return { 'application/json': { schema } }
}
