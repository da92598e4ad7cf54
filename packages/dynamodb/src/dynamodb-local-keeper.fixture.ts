import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDynamoDbLocal } from './start-dynamodb-local.fixture.ts'

const POLL_MS = 200

// Runs DynamoDB Local as a process until the process of the test run, whose id is `runnerPid`, ends.
const [runnerPid = '', addressFile = ''] = process.argv.slice(2)
try {
  const { endpoint, process: local, stop } = await startDynamoDbLocal()
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

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
