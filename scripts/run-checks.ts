import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Tally } from './tally.ts'

/** A program below node_modules, which exits 0 when all is well. */
export type Check = { name: string; command: [program: string, ...args: string[]] }

/** As many at once as there are cores, each answer printed as it comes. */
export async function runChecks(checks: readonly Check[]): Promise<Tally> {
  const waiting = [...checks]
  let failed = 0

  async function work() {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { ok, output } = await run(check)
      if (!ok) failed += 1
      process.stdout.write(ok ? `ok      ${check.name}\n` : `FAILED  ${check.name}\n${output}\n`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return { passed: checks.length - failed, failed, skipped: [] }
}

async function run({ command: [program, ...args] }: Check) {
  const child = spawn(process.execPath, [join('node_modules', program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = new PassThrough()
  child.stdout.pipe(output, { end: false })
  child.stderr.pipe(output, { end: false })
  const code = new Promise<number | null>((resolve) => {
    child.on('close', (exitCode) => {
      output.end()
      resolve(exitCode)
    })
  })
  const text = await buffer(output)
  return { ok: (await code) === 0, output: text.toString() }
}
