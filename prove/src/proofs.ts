import { durabilityProofs } from './durability/proofs.ts'
import { offlineProofs } from './offline/proofs.ts'
import type { Proof } from './proof.ts'
import { reliabilityProofs } from './reliability/proofs.ts'
import { securityProofs } from './security/proofs.ts'

export const PROOFS: Proof[] = [
  ...reliabilityProofs,
  ...durabilityProofs,
  ...securityProofs,
  ...offlineProofs,
]
