import type { Random } from './random.ts'

/** The part of JSON Schema that the API reference uses. */
export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
}

export type DescribedOperation = { body?: Schema; query: Record<string, Schema> }

type Operation = {
  operationId: string
  parameters: { name: string; in: string; schema: Schema }[]
  /** An upload has another media type than JSON. */
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
}

/** Reads query parameters and bodies from the store's API reference, by operation id. */
export async function readReference(url: string): Promise<Map<string, DescribedOperation>> {
  const response = await fetch(`${url}/api/openapi.json`)
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  return new Map(operations.map((operation) => [operation.operationId, describe(operation)]))
}

function describe({ parameters, requestBody }: Operation): DescribedOperation {
  const queryParameters = parameters.filter((parameter) => parameter.in === 'query')
  const body = requestBody?.content['application/json']?.schema
  return {
    ...(body && { body }),
    query: Object.fromEntries(queryParameters.map(({ name, schema }) => [name, schema])),
  }
}

/** Each text is valid for some field, such as an id, a name, a search or a pincode. */
const SAMPLE_TEXTS = [
  'donut-strawberry-sprinkle',
  'Asha Rao',
  'chips',
  'asha@example.in',
  '560001',
  '9876543210',
  '1',
]

/** Returns a random value of this schema. The store accepts most of these values. */
export function sampleOf(schema: Schema, random: Random): unknown {
  const { const: constant, enum: options, anyOf, oneOf, properties, items } = schema
  if (constant !== undefined) return constant
  if (options) return random.oneOf(options)
  const choices = anyOf ?? oneOf
  if (choices) return sampleOf(random.oneOf(choices), random)

  const type = Array.isArray(schema.type) ? random.oneOf(schema.type) : schema.type
  if (type === 'object' || properties) return sampleObject(schema, random)
  if (type === 'array')
    return Array.from({ length: 1 + random.below(3) }, () => sampleOf(items ?? {}, random))
  if (type === 'integer' || type === 'number') return sampleNumber(schema, random)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'null') return null
  return random.oneOf(SAMPLE_TEXTS)
}

function sampleObject({ properties = {}, required = [] }: Schema, random: Random) {
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.7))
  return Object.fromEntries(chosen.map(([name, schema]) => [name, sampleOf(schema, random)]))
}

function sampleNumber({ minimum = 0, maximum = Number.POSITIVE_INFINITY }: Schema, random: Random) {
  return Math.min(maximum, Math.max(minimum, random.below(20)))
}
