import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { FIRST_UNIQUE, type LoadResult, type LoadRun, UNIQUE_MARK } from './load.ts'
import { createResponseParser, type ResponseSummary } from './response-parser.ts'

const RESPONSE_TIMEOUT_MS = 10_000

/** A load whose connections are open. */
export type ConnectedLoad = { run: () => Promise<LoadResult>; close: () => void }

/** Opens the connections of a load before it runs, so that the run measures requests only. */
export async function connectLoad({ url, connections, requests, expected, seconds, count }: LoadRun) {
  const { port, hostname } = new URL(url)
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port: Number(port), host: hostname, noDelay: true })
      await once(socket, 'connect')
      return socket
    }),
  )
  const nextRequest = cycleRequests(requests)

  function run(): Promise<LoadResult> {
    const { promise, resolve, reject } = Promise.withResolvers<LoadResult>()
    const started = performance.now()
    const deadline = started + seconds * 1000
    let sent = 0
    let responses = 0
    let inFlight = 0

    /** Sends the next request, or ends the run when all requests have a response. */
    function sendNext(socket: Socket) {
      if (sent >= count || performance.now() >= deadline) {
        if (inFlight === 0) resolve({ responses, seconds: (performance.now() - started) / 1000 })
        return
      }
      sent += 1
      inFlight += 1
      socket.write(nextRequest(), 'latin1')
    }

    function receive(socket: Socket, response: ResponseSummary) {
      if (!isExpected(response, expected)) {
        reject(new Error(`expected ${JSON.stringify(expected)}, but the response was\n${response.excerpt()}`))
        return
      }
      inFlight -= 1
      responses += 1
      sendNext(socket)
    }

    for (const socket of sockets) {
      const parse = createResponseParser((response) => receive(socket, response))
      socket.on('data', (chunk: Buffer) => {
        try {
          parse(chunk)
        } catch (error) {
          reject(error)
        }
      })
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('the server closed a connection')))
      // A connection may be idle for almost the whole run, so its timeout is longer than the run.
      socket.setTimeout(seconds * 1000 + RESPONSE_TIMEOUT_MS, () =>
        reject(new Error('the server did not respond in time')),
      )
    }
    for (const socket of sockets) sendNext(socket)
    return promise
  }

  return {
    run,
    close() {
      // Without its listener a closed connection is no failure.
      for (const socket of sockets) socket.removeAllListeners('close').destroy()
    },
  } satisfies ConnectedLoad
}

function isExpected({ status, bodyLength }: ResponseSummary, expected: LoadRun['expected']) {
  return (
    status === expected.status && (expected.bodyLength === undefined || bodyLength === expected.bodyLength)
  )
}

/** The last number that this process sent in place of `UNIQUE_MARK`. */
let lastUnique = FIRST_UNIQUE

/**
 * Returns a function that gives the next request to send. A request without `UNIQUE_MARK` is
 * encoded only once, here. The others get their number when they are sent.
 */
function cycleRequests(requests: readonly string[]) {
  const makers = requests.map((request): (() => Buffer | string) => {
    const [before = '', after] = request.split(UNIQUE_MARK)
    if (after === undefined) {
      const bytes = Buffer.from(request)
      return () => bytes
    }
    return () => {
      lastUnique += 1
      return `${before}${lastUnique}${after}`
    }
  })
  let index = 0

  return function nextRequest(): Buffer | string {
    const makeRequest = makers[index % makers.length]
    index += 1
    return makeRequest?.() ?? ''
  }
}
