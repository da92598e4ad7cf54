import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { describe } from 'vitest'
import { createDynamoClient, type Dynamo } from './create-client.ts'

const KEEPER = fileURLToPath(new URL('dynamodb-local-keeper.fixture.ts', import.meta.url))
const POLL_MS = 100
const READY_WITHIN_MS = 120_000

/** Test files run in processes or threads of their own; the process that started them is the same for all. */
const runner = isMainThread ? process.ppid : process.pid
const ADDRESS_FILE = join(tmpdir(), `nashta-dynamodb-${runner}`)

const hasJava = spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0

/** Skipped without Java, with the reason in the title. */
export function describeOnDynamoDbLocal(name: string, tests: () => void) {
  const title = hasJava ? name : `${name} (no Java here, and DynamoDB Local needs it)`
  // oxlint-disable-next-line vitest/valid-title, vitest/valid-describe-callback -- both come from the test file
  describe.skipIf(!hasJava)(title, tests)
}

/**
 * A client of the one DynamoDB Local of this test run. The first call starts it; it ends with the run. Its tables are
 * in memory, and `newTableName` returns a name that no other test has.
 */
export async function connectDynamoDbLocal(): Promise<Dynamo> {
  return createDynamoClient({ region: 'us-east-2', endpoint: await endpointOfRun(), environment: {} })
}

/** A client whose first transaction waits for `something`. */
export async function meanwhile(something: () => Promise<unknown>): Promise<Dynamo> {
  const client = await connectDynamoDbLocal()
  let happened: Promise<unknown> | undefined
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName?.startsWith('TransactWrite')) await (happened ??= something())
        return next(args)
      },
    { step: 'initialize' },
  )
  return client
}

/** A client that loses the response to its first write, and retries it as the SDK does. */
export async function losingAnAnswer(): Promise<Dynamo> {
  const client = await connectDynamoDbLocal()
  let isLost = false
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args)
        if (isLost || !/^(?:Put|Update|TransactWrite)/.test(commandName ?? '')) return result
        isLost = true
        throw Object.assign(new Error('The response is lost'), { name: 'TimeoutError' })
      },
    { step: 'finalizeRequest', priority: 'low' },
  )
  return client
}

let tables = 0

export function newTableName(what: string) {
  tables += 1
  return `${what}-${process.pid}-${tables}`
}

async function endpointOfRun(): Promise<string> {
  if (createAddressFile()) startKeeper()
  const until = Date.now() + READY_WITHIN_MS
  while (Date.now() < until) {
    const address = existsSync(ADDRESS_FILE) ? readFileSync(ADDRESS_FILE, 'utf8') : ''
    if (address) return address
    await sleep(POLL_MS)
  }
  throw new Error('DynamoDB Local did not start')
}

/** False when another test file has created it. It is empty until the address is known. */
function createAddressFile() {
  try {
    writeFileSync(ADDRESS_FILE, '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

function startKeeper() {
  spawn(process.execPath, [KEEPER, String(runner), ADDRESS_FILE], {
    stdio: 'ignore',
    detached: true,
  }).unref()
}
