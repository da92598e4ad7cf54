import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { portOf } from './proof-context.ts'

/**
 * Closes the connection instead of sending the first response to each idempotency key, or the first
 * two responses.
 */
export async function startLossyProxy(storeUrl: string) {
  /** How many responses to each idempotency key are still to be lost. */
  const lossesLeft = new Map<string, number>()
  let lost = 0

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { status, body } = await forward(storeUrl, request)
    const key = String(request.headers[IDEMPOTENCY_KEY_HEADER])
    // New keys alternately lose one response and two.
    const left = lossesLeft.get(key) ?? 1 + (lossesLeft.size % 2)
    lossesLeft.set(key, left - 1)
    if (left > 0) {
      lost += 1
      request.socket.destroy()
      return
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }

  const server = createServer((request, response) => {
    // `respond` fails when the store is stopped before it has responded.
    respond(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    lost: () => lost,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function forward(storeUrl: string, request: IncomingMessage) {
  const { method = '', url = '', headers } = request
  const response = await fetch(new URL(url, storeUrl), {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: String(headers.authorization),
      [IDEMPOTENCY_KEY_HEADER]: String(headers[IDEMPOTENCY_KEY_HEADER]),
    },
    body: await buffer(request),
  })
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
}
