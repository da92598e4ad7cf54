import { expect, it } from 'vitest'
import { type Proof, runProof } from './proof.ts'

/** Long, because some proofs start a dozen processes. */
const TIMEOUT_MS = 240_000

/** Adds a test for each proof at its quick size, except slow proofs and tests of `npm test`. */
export function proveQuickly(proofs: readonly Proof[]) {
  for (const proof of proofs.filter(({ isInSuite, isSlow }) => !isInSuite && !isSlow)) {
    it.skipIf(proof.whyNot?.())(
      `${proof.id}  ${proof.test}`,
      async () => {
        const { isGreen, result } = await runProof(proof, 'quick')
        expect(isGreen ? 'green' : result).toBe('green')
      },
      TIMEOUT_MS,
    )
  }
}
