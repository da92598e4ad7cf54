import { expect, it } from 'vitest'
import { type Proof, runProof } from './proof.ts'

/** Some proofs start a dozen processes. */
const TIMEOUT_MS = 240_000

/** Adds a test for each proof that is not a suite test, at its quick size. */
export function proveQuickly(proofs: readonly Proof[]) {
  for (const proof of proofs.filter(({ isInSuite }) => !isInSuite)) {
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
