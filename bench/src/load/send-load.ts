import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { FIRST_UNIQUE, type LoadResult, type LoadRun, UNIQUE_MARK } from './load.ts'
import { createResponseParser, type ResponseSummary } from './response-parser.ts'

const RESPONSE_TIMEOUT_MS = 10_000

export type OpenLoad = { run: () => Promise<LoadResult>; close: () => void }

/** Opens the connections first, so that a run measures requests only. */
export async function openLoad({ url, connections, requests, expected, seconds, count }: LoadRun) {
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

    function send(socket: Socket) {
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
      send(socket)
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
      // A connection that has nothing more to send is idle until the run ends.
      socket.setTimeout(seconds * 1000 + RESPONSE_TIMEOUT_MS, () =>
        reject(new Error('the server did not respond in time')),
      )
    }
    for (const socket of sockets) send(socket)
    return promise
  }

  return {
    run,
    close() {
      // From now on a closed connection is no failure.
      for (const socket of sockets) socket.removeAllListeners('close').destroy()
    },
  } satisfies OpenLoad
}

function isExpected({ status, bodyLength }: ResponseSummary, expected: LoadRun['expected']) {
  return (
    status === expected.status && (expected.bodyLength === undefined || bodyLength === expected.bodyLength)
  )
}

/** The last number that was sent, in any run of this process. */
let unique = FIRST_UNIQUE

/** Requests without a mark are encoded once; the others get their number when they are sent. */
function cycleRequests(requests: readonly string[]) {
  const templates = requests.map((request): (() => Buffer | string) => {
    const [before = '', after] = request.split(UNIQUE_MARK)
    if (after === undefined) {
      const bytes = Buffer.from(request)
      return () => bytes
    }
    return () => {
      unique += 1
      return `${before}${unique}${after}`
    }
  })
  let index = 0

  return function nextRequest(): Buffer | string {
    const template = templates[index % templates.length]
    index += 1
    return template?.() ?? ''
  }
}
