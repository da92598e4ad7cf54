import { argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { PasswordHasherOptions } from '../passwords/password-hasher.ts'

/**
 * The real argon2id at a price tests can pay, which says how often it ran and how many times at once.
 * From `hold` to `release` none of them comes to its end: who is at work then stays at work.
 */
export function countingHash(more: Partial<PasswordHasherOptions> = {}) {
  const seen = { evaluations: 0, inFlight: 0, most: 0 }
  const evaluate = promisify(argon2)
  let gate = Promise.withResolvers<void>()
  gate.resolve()

  const options: PasswordHasherOptions = {
    cost: { memory: 64, passes: 1, parallelism: 1 },
    async evaluate(password, salt, cost) {
      seen.evaluations += 1
      seen.inFlight += 1
      seen.most = Math.max(seen.most, seen.inFlight)
      const hash = await evaluate('argon2id', { message: password, nonce: salt, tagLength: 32, ...cost })
      await gate.promise
      seen.inFlight -= 1
      return hash
    },
    ...more,
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
