import type { Proof } from '../proof.ts'

export const securityProofs: Proof[] = []
