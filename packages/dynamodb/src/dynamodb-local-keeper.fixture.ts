import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDynamoDbLocal } from './start-dynamodb-local.fixture.ts'

const POLL_MS = 200

// dynamodb-local.fixture.ts starts this file as a process. This process runs DynamoDB Local until
// the test run has ended. `runnerPid` is the id of the process of the test run.
const [runnerPid = '', addressFile = ''] = process.argv.slice(2)
try {
  const { endpoint, process: local, stop } = await startDynamoDbLocal()
  // `stop` kills DynamoDB Local, so `end` runs after `stop` too.
  local.on('exit', end)
  publishAddress(endpoint)
  while (isRunning(Number(runnerPid))) await sleep(POLL_MS)
  stop()
} catch {
  end()
}

function end() {
  rmSync(addressFile, { force: true })
  process.exit()
}

/** Writes another file and renames it, so that no test reads half an address. */
function publishAddress(address: string) {
  writeFileSync(`${addressFile}.draft`, address)
  renameSync(`${addressFile}.draft`, addressFile)
}

/** Signal 0 does nothing to the process: `kill` only checks that the process exists. */
function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
