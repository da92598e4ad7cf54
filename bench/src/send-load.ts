import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createAnswerReader, type Seen } from './answer-reader.ts'
import { FIRST_UNIQUE, type LoadResult, type LoadRun, UNIQUE_MARK } from './load.ts'

/** A server that says nothing for so long has stopped. */
const SILENCE_MS = 10_000

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
  const nextRequest = requestsInTurn(requests)

  function run(): Promise<LoadResult> {
    const { promise, resolve, reject } = Promise.withResolvers<LoadResult>()
    const started = performance.now()
    const deadline = started + seconds * 1000
    let sent = 0
    let answered = 0
    let busy = 0

    function send(socket: Socket) {
      if (sent >= count || performance.now() >= deadline) {
        if (busy === 0) resolve({ answered, seconds: (performance.now() - started) / 1000 })
        return
      }
      sent += 1
      busy += 1
      socket.write(nextRequest(), 'latin1')
    }

    function receive(socket: Socket, seen: Seen) {
      if (!isExpected(seen, expected)) {
        reject(new Error(`expected ${JSON.stringify(expected)}, and the answer was\n${seen.excerpt()}`))
        return
      }
      busy -= 1
      answered += 1
      send(socket)
    }

    for (const socket of sockets) {
      const read = createAnswerReader((seen) => receive(socket, seen))
      socket.on('data', (chunk: Buffer) => {
        try {
          read(chunk)
        } catch (error) {
          reject(error)
        }
      })
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('the server closed a connection')))
      socket.setTimeout(seconds * 1000 + SILENCE_MS, () => reject(new Error('the server fell silent')))
    }
    for (const socket of sockets) send(socket)
    return promise
  }

  return {
    run,
    close() {
      for (const socket of sockets) socket.removeAllListeners('close').destroy()
    },
  } satisfies OpenLoad
}

function isExpected({ status, bodyLength }: Seen, expected: LoadRun['expected']) {
  return (
    status === expected.status && (expected.bodyLength === undefined || bodyLength === expected.bodyLength)
  )
}

let unique = FIRST_UNIQUE

/** Bytes where they are always the same, text where a number has to be put in. */
function requestsInTurn(requests: readonly string[]) {
  const templates = requests.map((request): Buffer | { before: string; after: string } => {
    const [before = '', after] = request.split(UNIQUE_MARK)
    return after === undefined ? Buffer.from(request) : { before, after }
  })
  let turn = 0

  return function nextRequest(): Buffer | string {
    const template = templates[turn % templates.length] as (typeof templates)[number]
    turn += 1
    if (Buffer.isBuffer(template)) return template
    unique += 1
    return `${template.before}${unique}${template.after}`
  }
}
