import { Agent, type IncomingHttpHeaders, request as send } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Body } from './requests.ts'
import { shapeOf, type TableDescription, type TableShape } from './table-shapes.ts'

export type Reply = { status: number; body: Body }

export type Forwarder = ReturnType<typeof createForwarder>

/** Forwards requests to DynamoDB Local, which is at the URL `target`. */
export function createForwarder(target: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const shapes = new Map<string, Promise<TableShape>>()

  async function forward(operation: string, body: Body, headers: IncomingHttpHeaders): Promise<Reply> {
    const text = Buffer.from(JSON.stringify(body))
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    const outgoing = send(target, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        'x-amz-date': String(headers['x-amz-date']),
        authorization: String(headers.authorization),
        'content-length': text.length,
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      json(response).then(
        (parsed) => resolve({ status: response.statusCode ?? 500, body: parsed as Body }),
        reject,
      )
    })
    outgoing.end(text)
    return promise
  }

  /** Describes each table once. */
  function loadShape(table: string, headers: IncomingHttpHeaders): Promise<TableShape> {
    const known = shapes.get(table)
    if (known) return known
    const described = forward('DescribeTable', { TableName: table }, headers).then(({ status, body }) => {
      if (status !== 200) throw new Error(`There is no table ${table}`)
      return shapeOf(body['Table'] as TableDescription)
    })
    shapes.set(table, described)
    described.catch(() => shapes.delete(table))
    return described
  }

  return { forward, loadShape, close: () => agent.destroy() }
}
