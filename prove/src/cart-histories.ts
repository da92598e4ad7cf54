import { randomInt } from 'node:crypto'
import { runSuiteTest } from './run-suite-test.ts'

const FIXED_SEED = 1
const SEEDS_MAX = 2 ** 31
/** Long ones go on for minutes. */
const PATIENCE_MS = 1_800_000

/** Half of the histories are the same every time, half are new ones; which ones is said where they fail. */
export async function runCartHistories(args: readonly string[], count: number) {
  for (const seed of [FIXED_SEED, randomInt(SEEDS_MAX)]) {
    await runSuiteTest('vitest', [...args, `--testTimeout=${PATIENCE_MS}`], {
      CART_HISTORIES: String(count / 2),
      CART_SEED: String(seed),
    })
  }
}
