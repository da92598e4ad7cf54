import type { Proof } from '../proof.ts'
import { doubleSubmit } from './double-submit.ts'

export const reliabilityProofs: Proof[] = [doubleSubmit]
