import type { Proof } from '../proof.ts'

export const offlineProofs: Proof[] = []
