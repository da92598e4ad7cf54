/** As much of JSON Schema as the API's reference uses. */
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

export type Described = { body?: Schema; query: Record<string, Schema> }

type Operation = {
  operationId: string
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

/** What the store itself says its calls take, by the name of the call. */
export async function readReference(url: string): Promise<Map<string, Described>> {
  const answer = await fetch(`${url}/api/openapi.json`)
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Operation>> }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  return new Map(operations.map((operation) => [operation.operationId, describe(operation)]))
}

function describe({ parameters, requestBody }: Operation): Described {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const body = requestBody?.content['application/json'].schema
  return {
    ...(body && { body }),
    query: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
  }
}
