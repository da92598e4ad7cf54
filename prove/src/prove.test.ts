import { expect, it } from 'vitest'
import { PROOFS } from './proofs.ts'
import { runProof } from './run-proof.ts'

/** A dozen processes come and go in some of them. */
const PATIENCE_MS = 240_000

for (const proof of PROOFS.filter(({ isInSuite }) => !isInSuite)) {
  it.skipIf(proof.whyNot?.())(
    `${proof.id}  ${proof.test}`,
    async () => {
      expect(await runProof(proof, 'quick')).toMatchObject({ isGreen: true })
    },
    PATIENCE_MS,
  )
}

it('every figure has its own id, and at least one defence that it stands on', () => {
  expect(new Set(PROOFS.map(({ id }) => id)).size).toBe(PROOFS.length)
  expect(PROOFS.filter(({ mutations }) => mutations.length === 0).map(({ id }) => id)).toEqual([])
})
