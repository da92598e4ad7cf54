import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type LoadRun, requestText, UNIQUE_MARK } from './load.ts'
import { connectLoad } from './send-load.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Starts a server with this listener and sends it 100 requests, unless `run` says otherwise. */
async function sendLoad(listener: RequestListener, run: Partial<LoadRun> = {}) {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const load = await connectLoad({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: 8,
    seconds: 10,
    count: 100,
    requests: [requestText({ path: '/' })],
    expected: { status: 200 },
    ...run,
  })
  return load.run().finally(() => load.close())
}

it('every response is counted, and all requests of a load are sent equally often', async () => {
  const received: Record<string, number> = {}
  const requests = ['/a', '/b', '/c', '/d'].map((path) => requestText({ path }))
  const { responses } = await sendLoad(
    (request, response) => {
      received[request.url ?? ''] = (received[request.url ?? ''] ?? 0) + 1
      response.end('ok')
    },
    { requests, expected: { status: 200, bodyLength: 2 } },
  )

  expect(responses).toBe(100)
  expect(received).toEqual({ '/a': 25, '/b': 25, '/c': 25, '/d': 25 })
})

it('a run whose seconds are over sends no more requests, and waits for every response', async () => {
  let received = 0
  const { responses, seconds } = await sendLoad(
    (_request, response) => {
      received += 1
      response.end()
    },
    { seconds: 0.05, count: 1_000_000 },
  )

  expect(responses).toBe(received)
  expect(seconds).toBeGreaterThanOrEqual(0.05)
})

it('the number that replaces `UNIQUE_MARK` is never sent twice', async () => {
  const keys = new Set<unknown>()
  const request = requestText({
    method: 'POST',
    path: '/',
    headers: { 'Idempotency-Key': `add-${UNIQUE_MARK}` },
    body: { quantity: 1 },
  })
  await sendLoad(
    (request, response) => {
      keys.add(request.headers['idempotency-key'])
      response.end()
    },
    { requests: [request] },
  )

  expect(keys.size).toBe(100)
})

it.each<[string, RequestListener, string]>([
  ['an unexpected status', (_request, response) => response.writeHead(409).end('taken'), '409'],
  ['an unexpected length', (_request, response) => response.end('longer than that'), 'longer than that'],
  ['a closed connection', (request) => request.destroy(), 'the server closed a connection'],
])('a run fails on %s', async (_case, listener, reason) => {
  let received = 0
  const attempt = sendLoad(
    (request, response) => {
      received += 1
      // In the middle of the 100 requests.
      if (received === 50) listener(request, response)
      else response.end('ok')
    },
    { expected: { status: 200, bodyLength: 2 } },
  )

  await expect(attempt).rejects.toThrow(reason)
})
