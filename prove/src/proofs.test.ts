import { expect, it } from 'vitest'
import { PROOFS } from './proofs.ts'

it('every figure has its own id, and at least one defence that it stands on', () => {
  expect(new Set(PROOFS.map(({ id }) => id)).size).toBe(PROOFS.length)
  expect(PROOFS.filter(({ mutations }) => mutations.length === 0).map(({ id }) => id)).toEqual([])
})
