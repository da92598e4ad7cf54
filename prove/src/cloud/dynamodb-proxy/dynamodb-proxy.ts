import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { portOf } from '../../proof-context.ts'
import { createCapacity } from './capacity.ts'
import { NO_FAULTS } from './faults.ts'
import { createForwarder } from './forwarder.ts'
import { createItemHandlers } from './item-handlers.ts'
import { createLedger } from './ledger.ts'
import type { Body } from './requests.ts'

export type ProxyOptions = {
  /** The URL of DynamoDB Local. */
  target: string
  /** Multiplies DynamoDB's limits of a partition key, so that a small machine can reach them. */
  limitFactor?: number
  random?: () => number
  now?: () => number
}

export type DynamoProxy = Awaited<ReturnType<typeof startDynamoProxy>>

/**
 * Starts a proxy in front of DynamoDB Local. The proxy adds what only the real DynamoDB does:
 * limits by partition key, conflicts of transactions, batches that are processed in part, and lost
 * responses. It counts the units of items by DynamoDB's published rules, because DynamoDB Local
 * counts those of transactions wrongly.
 */
export async function startDynamoProxy(options: ProxyOptions) {
  const { target, limitFactor = 1, random = Math.random, now = () => performance.now() } = options
  const ledger = createLedger()
  const faults = { ...NO_FAULTS }
  const forwarder = createForwarder(target)
  const capacity = createCapacity({ ledger, limitFactor, now })
  const handlers = createItemHandlers({ forwarder, capacity, ledger, faults, random })

  async function respond(
    operation: string,
    body: Body,
    headers: IncomingHttpHeaders,
    response: ServerResponse,
  ) {
    ledger.countRequest(operation)
    // Calls without a handler, such as CreateTable, are only forwarded and have no faults.
    const handler = handlers[operation]
    const reply = await (handler ?? forwarder.forward)(operation, body, headers)
    if (handler && random() < faults.lost) {
      response.destroy()
      return
    }
    if (handler && random() < faults.late) await sleep(faults.lateMs)
    const text = Buffer.from(JSON.stringify(reply.body))
    response.writeHead(reply.status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': text.length,
    })
    response.end(text)
  }

  const server = createServer((request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? ''
    buffer(request)
      .then((bytes) => respond(operation, JSON.parse(bytes.toString()) as Body, request.headers, response))
      // When DynamoDB Local fails, the proxy closes the connection.
      .catch(() => response.destroy())
  })
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await listening

  return {
    endpoint: `http://127.0.0.1:${portOf(server)}`,
    ledger,
    /** May be changed while the proxy runs. */
    faults,
    async stop() {
      server.closeAllConnections()
      forwarder.close()
      await new Promise((onClosed) => {
        server.close(onClosed)
      })
    },
  }
}
