import * as z from 'zod/mini'
import { PoolError } from './pool-error.ts'
import { invalidParameter } from './refusals.ts'

/** Never repeated in an answer, however wrong. */
const SECRET_MEMBER = /password|token|secret|hash/i

/** The members an operation knows; the rest is passed over. */
export function readRequest<Request extends z.ZodMiniType>(schema: Request, body: unknown) {
  const result = z.safeParse(schema, body)
  if (result.success) return result.data

  const { issues } = result.error
  if (issues.some(({ code, message }) => code === 'invalid_type' && !message.startsWith('Member'))) {
    throw new PoolError('SerializationException', 'The request is not of the shape this operation takes.')
  }
  const broken = issues.map(({ path, message }) => describe(path, body, message))
  const count = `${broken.length} validation error${broken.length === 1 ? '' : 's'} detected: `
  throw invalidParameter(count + broken.join('; '))
}

function describe(path: PropertyKey[], body: unknown, message: string) {
  const field = path.map(fieldName).join('.')
  return `${shownValue(path, body)} at '${field}' failed to satisfy constraint: ${message}`
}

function shownValue(path: PropertyKey[], body: unknown) {
  const value = path.reduce<unknown>((inside, step) => (inside as Record<PropertyKey, unknown>)[step], body)
  if (value === undefined || value === null) return 'Value null'
  if (path.some((step) => SECRET_MEMBER.test(String(step)))) return 'Value'
  return typeof value === 'string' ? `Value '${value}'` : 'Value'
}

/** `UserAttributes[0].Name` is userAttributes.1.member.name: lists count from one. */
function fieldName(step: PropertyKey) {
  if (typeof step === 'number') return `${step + 1}.member`
  const name = String(step)
  return name.charAt(0).toLowerCase() + name.slice(1)
}
