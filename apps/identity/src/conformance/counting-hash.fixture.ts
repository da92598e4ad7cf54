import { argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { PasswordHasherOptions } from '../passwords/password-hasher.ts'

/**
 * Creates hashing options with the real argon2id at a low cost. `counts` says how many hashes were
 * computed and how many at once. Between `hold` and `release` no computation completes.
 */
export function createCountingHash(overrides: Partial<PasswordHasherOptions> = {}) {
  const counts = { evaluations: 0, inFlight: 0, inFlightMax: 0 }
  const evaluate = promisify(argon2)
  let gate = Promise.withResolvers<void>()
  gate.resolve()

  const options: PasswordHasherOptions = {
    cost: { memory: 64, passes: 1, parallelism: 1 },
    async computeHash(password, salt, cost) {
      counts.evaluations += 1
      counts.inFlight += 1
      counts.inFlightMax = Math.max(counts.inFlightMax, counts.inFlight)
      const hash = await evaluate('argon2id', { message: password, nonce: salt, tagLength: 32, ...cost })
      await gate.promise
      counts.inFlight -= 1
      return hash
    },
    ...overrides,
  }
  return {
    counts,
    options,
    hold() {
      gate = Promise.withResolvers()
    },
    release: () => gate.resolve(),
  }
}
