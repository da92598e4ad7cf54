import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDynamoDbLocal } from './start-dynamodb-local.fixture.ts'

const LOOK_EVERY_MS = 200

/** Runs DynamoDB Local for as long as the test run lives that it was started for. */
const [runner = '', addressFile = ''] = process.argv.slice(2)
try {
  const { endpoint, process: local, stop } = await startDynamoDbLocal()
  local.on('exit', end)
  tell(endpoint)
  while (isRunning(Number(runner))) await sleep(LOOK_EVERY_MS)
  stop()
} catch {
  end()
}

function end() {
  rmSync(addressFile, { force: true })
  process.exit()
}

/** Whole from the first moment that anybody can read it. */
function tell(address: string) {
  writeFileSync(`${addressFile}.draft`, address)
  renameSync(`${addressFile}.draft`, addressFile)
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
