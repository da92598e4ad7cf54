import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { beforeAll, describe } from 'vitest'
import { createDynamoClient, type Dynamo } from './create-client.ts'

/** The program that runs DynamoDB Local until the test run has ended. */
const KEEPER = fileURLToPath(new URL('dynamodb-local-keeper.fixture.ts', import.meta.url))
const POLL_MS = 100
const READY_TIMEOUT_MS = 120_000

/**
 * The id of the process that runs all test files. A test file runs in a child process of it, or in
 * one of its threads.
 */
const runnerPid = isMainThread ? process.ppid : process.pid
const ADDRESS_FILE = join(tmpdir(), `nashta-dynamodb-${runnerPid}`)

const hasJava = spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0

/**
 * A `describe` that starts DynamoDB Local before its tests. Without Java the tests are skipped, and
 * the title says why.
 */
export function describeOnDynamoDbLocal(name: string, tests: () => void) {
  const title = hasJava ? name : `${name} (skipped: DynamoDB Local needs Java)`
  // oxlint-disable-next-line vitest/valid-title -- it comes from the test file
  describe.skipIf(!hasJava)(title, () => {
    // The hook must not time out before `waitForEndpoint`, whose error says that DynamoDB Local did
    // not start.
    beforeAll(async () => void (await waitForEndpoint()), 2 * READY_TIMEOUT_MS)
    tests()
  })
}

/**
 * A client of DynamoDB Local. All tests of a run share one DynamoDB Local, which the first call
 * starts and which ends with the run. Its tables are in memory. Tests name theirs with
 * `newTableName`.
 */
export async function connectDynamoDbLocal(): Promise<Dynamo> {
  const endpoint = await waitForEndpoint()
  return createDynamoClient({ region: 'us-east-2', endpoint, environment: {}, responseTimeoutMs: 60_000 })
}

/**
 * A client that runs `work` once, before it sends its first transaction. `work` plays another
 * process that is faster.
 */
export async function clientWithRace(work: () => Promise<unknown>): Promise<Dynamo> {
  const client = await connectDynamoDbLocal()
  let finished: Promise<unknown> | undefined
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName?.startsWith('TransactWrite')) await (finished ??= work())
        return next(args)
      },
    { step: 'initialize' },
  )
  return client
}

/** A client that refuses to scan a table, unless the table's name begins with `exceptOf`. */
export async function clientWithoutScan({ exceptOf }: { exceptOf?: string } = {}): Promise<Dynamo> {
  const client = await connectDynamoDbLocal()
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const table = String(Object(args.input).TableName)
        const isAllowed = exceptOf !== undefined && table.startsWith(exceptOf)
        if (commandName?.startsWith('Scan') && !isAllowed) throw new Error('no scan')
        return next(args)
      },
    { step: 'initialize' },
  )
  return client
}

/** A client that loses the response to its first request of `commands`. The SDK then retries it. */
export async function clientLosingResponse(commands = /^(?:Put|Update|TransactWrite)/): Promise<Dynamo> {
  const client = await connectDynamoDbLocal()
  let isLost = false
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args)
        if (isLost || !commands.test(commandName ?? '')) return result
        isLost = true
        throw Object.assign(new Error('The response is lost'), { name: 'TimeoutError' })
      },
    // The priority `low` puts this middleware inside the SDK's retries, so that they see the error.
    { step: 'finalizeRequest', priority: 'low' },
  )
  return client
}

let namesGiven = 0

export function newTableName(prefix: string) {
  namesGiven += 1
  return `${prefix}-${process.pid}-${namesGiven}`
}

/** Starts DynamoDB Local if no test file has, and waits until it has an address. */
async function waitForEndpoint(): Promise<string> {
  if (createAddressFile()) startKeeper()
  const until = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < until) {
    const address = existsSync(ADDRESS_FILE) ? readFileSync(ADDRESS_FILE, 'utf8') : ''
    if (address) return address
    await sleep(POLL_MS)
  }
  throw new Error('DynamoDB Local did not start')
}

/**
 * Returns false when another test file has created the address file. The file is empty until
 * DynamoDB Local has started.
 */
function createAddressFile() {
  try {
    writeFileSync(ADDRESS_FILE, '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

function startKeeper() {
  spawn(process.execPath, [KEEPER, String(runnerPid), ADDRESS_FILE], {
    stdio: 'ignore',
    detached: true,
  }).unref()
}
