import type { Proof } from '../proof.ts'
import { diskFaults } from './disk-faults.ts'
import { flatUnderLoad } from './flat-under-load.ts'
import { powerCuts } from './power-cuts.ts'

export const durabilityProofs: Proof[] = [powerCuts, diskFaults, flatUnderLoad]
