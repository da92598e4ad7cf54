import { argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { PasswordHasherOptions } from '../passwords/password-hasher.ts'

/**
 * The real argon2id at a low cost, which counts its evaluations and how many run at once. Between `hold` and `release`
 * no evaluation completes.
 */
export function countingHash(overrides: Partial<PasswordHasherOptions> = {}) {
  const seen = { evaluations: 0, inFlight: 0, inFlightMax: 0 }
  const evaluate = promisify(argon2)
  let gate = Promise.withResolvers<void>()
  gate.resolve()

  const options: PasswordHasherOptions = {
    cost: { memory: 64, passes: 1, parallelism: 1 },
    async computeHash(password, salt, cost) {
      seen.evaluations += 1
      seen.inFlight += 1
      seen.inFlightMax = Math.max(seen.inFlightMax, seen.inFlight)
      const hash = await evaluate('argon2id', { message: password, nonce: salt, tagLength: 32, ...cost })
      await gate.promise
      seen.inFlight -= 1
      return hash
    },
    ...overrides,
  }
  return {
    seen,
    options,
    hold() {
      gate = Promise.withResolvers()
    },
    release: () => gate.resolve(),
  }
}
