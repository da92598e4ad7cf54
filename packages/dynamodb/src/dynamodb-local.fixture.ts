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

/** The id of the process that runs all test files: this file is in its child process, or in one of its threads. */
const runnerPid = isMainThread ? process.ppid : process.pid
const ADDRESS_FILE = join(tmpdir(), `nashta-dynamodb-${runnerPid}`)

const hasJava = spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0

/** A `describe` that starts DynamoDB Local before its tests. Without Java it is skipped, with the reason in its title. */
export function describeOnDynamoDbLocal(name: string, tests: () => void) {
  const title = hasJava ? name : `${name} (skipped: DynamoDB Local needs Java)`
  // oxlint-disable-next-line vitest/valid-title -- it comes from the test file
  describe.skipIf(!hasJava)(title, () => {
    // The limit of `endpointOfRun` ends first, with an error that names DynamoDB Local.
    beforeAll(async () => void (await endpointOfRun()), 2 * READY_TIMEOUT_MS)
    tests()
  })
}

/**
 * A client of the one DynamoDB Local of this test run. The first call starts it; it ends with the run. Its tables are
 * in memory, and `newTableName` returns a name that no other test has.
 */
export async function connectDynamoDbLocal(): Promise<Dynamo> {
  const endpoint = await endpointOfRun()
  return createDynamoClient({ region: 'us-east-2', endpoint, environment: {}, responseTimeoutMs: 60_000 })
}

/** A client that runs `work` once, before its first transaction is sent, as another process could. */
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

/** A client that refuses to scan a table, unless the name of the table begins with `exceptOf`. */
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

/** A client that loses the response to its first write of these kinds, so that the SDK retries the write. */
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
    // With the priority `low` this runs inside the SDK's retries, which see the error.
    { step: 'finalizeRequest', priority: 'low' },
  )
  return client
}

let namesGiven = 0

export function newTableName(prefix: string) {
  namesGiven += 1
  return `${prefix}-${process.pid}-${namesGiven}`
}

async function endpointOfRun(): Promise<string> {
  if (createAddressFile()) startKeeper()
  const until = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < until) {
    const address = existsSync(ADDRESS_FILE) ? readFileSync(ADDRESS_FILE, 'utf8') : ''
    if (address) return address
    await sleep(POLL_MS)
  }
  throw new Error('DynamoDB Local did not start')
}

/** False when another test file has created the address file, which is empty until DynamoDB Local has started. */
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
