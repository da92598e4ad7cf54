import type { Proof } from '../proof.ts'

export const durabilityProofs: Proof[] = []
