import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'

/** Hangs up on each request once or twice after the store has answered it, and lets the next through. */
export async function startCuttingProxy(storeUrl: string) {
  const cuts = new Map<string, number>()
  let lost = 0

  const server = createServer((request, response) => {
    void passOn(storeUrl, request).then(({ status, body }) => {
      const key = String(request.headers[IDEMPOTENCY_KEY_HEADER])
      const left = cuts.get(key) ?? 1 + (cuts.size % 2)
      cuts.set(key, left - 1)
      if (left > 0) {
        lost += 1
        request.socket.destroy()
        return
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => lost,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function passOn(storeUrl: string, request: IncomingMessage) {
  const { method = '', url = '', headers } = request
  const answer = await fetch(new URL(url, storeUrl), {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: String(headers.authorization),
      [IDEMPOTENCY_KEY_HEADER]: String(headers[IDEMPOTENCY_KEY_HEADER]),
    },
    body: await buffer(request),
  })
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
}
