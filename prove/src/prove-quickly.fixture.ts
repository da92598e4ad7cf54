import { expect, it } from 'vitest'
import { type Proof, runProof } from './proof.ts'

/** A dozen processes come and go in some of them. */
const TIMEOUT_MS = 240_000

/** A test of each proof that the suite does not have already, at its smallest size. */
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
