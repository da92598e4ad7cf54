import { USER_POOL_SERVICE } from '@nashta/contracts/identity/identity-operation'
import * as z from 'zod/mini'
import { MISSING_FIELD } from './fields.ts'
import { invalidParameter, PoolError } from './pool-error.ts'

export type Call = { requestId: string }

/** One operation of the AWS JSON protocol. */
export type Operation = {
  /** `Service.Operation`, the value of the target header. */
  target: string
  /** Whether the request must be signed with the pool's admin key. */
  needsSignature: boolean
  /** Null means a response without a body, as Cognito sends it for some operations. */
  run: (body: unknown, call: Call) => Promise<object | null>
}

/**
 * Defines an operation that needs no signature. The first argument is its contract; `request` is
 * the schema of its body.
 */
export function defineOperation<Request extends z.ZodMiniType>(
  { target }: { target: string },
  request: Request,
  run: (input: z.output<Request>, call: Call) => Promise<object | null>,
): Operation {
  return { target, needsSignature: false, run: (body, call) => run(parseRequest(request, body), call) }
}

/** Defines an operation that needs a signature. It has no contract, only a name such as `CreateGroup`. */
export function defineAdminOperation<Request extends z.ZodMiniType>(
  name: string,
  request: Request,
  run: (input: z.output<Request>, call: Call) => Promise<object | null>,
): Operation {
  const target = `${USER_POOL_SERVICE}.${name}`
  return { ...defineOperation({ target }, request, run), needsSignature: true }
}

/** Values of these fields never appear in an error message. */
const SECRET_FIELD = /password|token|secret|hash/i

/** Returns the body without unknown fields. Throws if the body does not fit the schema. */
function parseRequest<Request extends z.ZodMiniType>(schema: Request, body: unknown) {
  const result = z.safeParse(schema, body)
  if (result.success) return result.data

  const { issues } = result.error
  // Zod's code for a missing field is `invalid_type` too, but the message is MISSING_FIELD.
  const hasWrongType = issues.some(
    ({ code, message }) => code === 'invalid_type' && message !== MISSING_FIELD,
  )
  if (hasWrongType) {
    throw new PoolError('SerializationException', 'The request is not of the shape this operation takes.')
  }
  const errors = issues.map(({ path, message }) => describeIssue(path, body, message))
  const count = `${errors.length} validation error${errors.length === 1 ? '' : 's'} detected: `
  throw invalidParameter(count + errors.join('; '))
}

function describeIssue(path: PropertyKey[], body: unknown, message: string) {
  const field = path.map(fieldName).join('.')
  return `${describeValue(path, body)} at '${field}' failed to satisfy constraint: ${message}`
}

/** Shows only text, and only of fields that are not secret. */
function describeValue(path: PropertyKey[], body: unknown) {
  // A missing parent is undefined, and `Object(undefined)` is an empty object.
  const value = path.reduce<unknown>((parent, step) => Object(parent)[step], body)
  if (value === undefined || value === null) return 'Value null'
  if (path.some((step) => SECRET_FIELD.test(String(step)))) return 'Value'
  return typeof value === 'string' ? `Value '${value}'` : 'Value'
}

/** Cognito writes `UserAttributes[0].Name` as userAttributes.1.member.name. */
function fieldName(step: PropertyKey) {
  if (typeof step === 'number') return `${step + 1}.member`
  const name = String(step)
  return name.charAt(0).toLowerCase() + name.slice(1)
}
