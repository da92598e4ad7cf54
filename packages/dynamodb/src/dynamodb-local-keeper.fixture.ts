import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDynamoDbLocal } from './start-dynamodb-local.fixture.ts'

const POLL_MS = 200

// dynamodb-local.fixture.ts runs this file as a process. It keeps DynamoDB Local running until the process with the id
// `runnerPid`, which runs the tests, has ended.
const [runnerPid = '', addressFile = ''] = process.argv.slice(2)
try {
  const { endpoint, process: local, stop } = await startDynamoDbLocal()
  // Also after `stop`, which kills DynamoDB Local.
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

/** Writes a draft and renames it, so that no reader sees half an address. */
function publishAddress(address: string) {
  writeFileSync(`${addressFile}.draft`, address)
  renameSync(`${addressFile}.draft`, addressFile)
}

/** Signal 0 is not sent: it only checks that the process exists. */
function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
