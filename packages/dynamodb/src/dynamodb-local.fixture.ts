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
const LOOK_EVERY_MS = 100
const READY_WITHIN_MS = 120_000

/** Test files run in processes or threads of their own; the one that started them all is theirs in common. */
const runner = isMainThread ? process.ppid : process.pid
const ADDRESS_FILE = join(tmpdir(), `nashta-dynamodb-${runner}`)

const hasJava = spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0

/** Skipped by name where there is no Java, so that the reason stands in the list of what was skipped. */
export function describeOnDynamoDbLocal(name: string, tests: () => void) {
  const title = hasJava ? name : `${name} (no Java here, and DynamoDB Local needs it)`
  // oxlint-disable-next-line vitest/valid-title, vitest/valid-describe-callback -- both come from the test file
  describe.skipIf(!hasJava)(title, tests)
}

/**
 * A client of the one DynamoDB Local of this test run. Whoever asks first starts it; it ends with the run. Its
 * tables are in memory, and a name from `newTableName` is nobody else's.
 */
export async function connectDynamoDbLocal(): Promise<Dynamo> {
  return createDynamoClient({ region: 'us-east-2', endpoint: await endpointOfRun(), environment: {} })
}

/** A client whose first transaction waits until something else has happened. */
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

/** A client that does not hear the answer to its first write, and sends it again as the SDK does. */
export async function losingAnAnswer(): Promise<Dynamo> {
  const client = await connectDynamoDbLocal()
  let isLost = false
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args)
        if (isLost || !/^(?:Put|Update|TransactWrite)/.test(commandName ?? '')) return result
        isLost = true
        throw Object.assign(new Error('The answer is lost'), { name: 'TimeoutError' })
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
  if (takeTurnToStart()) startKeeper()
  const until = Date.now() + READY_WITHIN_MS
  while (Date.now() < until) {
    const address = existsSync(ADDRESS_FILE) ? readFileSync(ADDRESS_FILE, 'utf8') : ''
    if (address) return address
    await sleep(LOOK_EVERY_MS)
  }
  throw new Error('DynamoDB Local did not start')
}

/** The file is empty until the address is known. */
function takeTurnToStart() {
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
