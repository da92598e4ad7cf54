import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const PROJECT = join(import.meta.dirname, '../../..')
/** The escape sequences of coloured output. */
const COLOURS = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*m`, 'g')
const SHOWN_CHARACTERS = 600

/**
 * Runs unit tests or journeys in a child process, and throws their first error. The tests read their
 * size from the environment variables `sizeVariables`.
 */
export async function runSuiteTest(
  runner: 'vitest' | 'playwright',
  args: readonly string[],
  sizeVariables: Record<string, string>,
): Promise<void> {
  const program =
    runner === 'vitest'
      ? ['node_modules/vitest/vitest.mjs', 'run']
      : ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e', '--reporter=line']
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: PROJECT,
    env: { ...process.env, NO_COLOR: '1', ...sizeVariables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  const output = await Promise.all([text(child.stdout), text(child.stderr)])
  if ((await code) !== 0) throw new Error(firstErrorIn(output.join('\n').replace(COLOURS, '')))
}

/** Returns the first error in the output, or the output's end when the runner did not start. */
function firstErrorIn(output: string) {
  const start = output.search(/Error:/)
  return start === -1 ? output.trim().slice(-SHOWN_CHARACTERS) : output.slice(start, start + SHOWN_CHARACTERS)
}

/**
 * Returns the reason why proofs that need a browser cannot run here, or null. `npm run prove` sets
 * CHROMIUM_PATH to '' when it finds no browser.
 */
export function whyNoBrowser(): string | null {
  return process.env['CHROMIUM_PATH'] === '' ? 'no Chromium was found: set CHROMIUM_PATH' : null
}

const FIXED_SEED = 1
const SEEDS_MAX = 2 ** 31
/** Nightly sizes run for many minutes. */
const TIMEOUT_MS = 1_800_000

/** Runs half of the histories with a fixed seed, half with a new one. A failure prints its seed. */
export async function runCartHistories(args: readonly string[], count: number) {
  for (const seed of [FIXED_SEED, randomInt(SEEDS_MAX)]) {
    await runSuiteTest('vitest', [...args, `--testTimeout=${TIMEOUT_MS}`], {
      CART_HISTORIES: String(count / 2),
      CART_SEED: String(seed),
    })
  }
}
