import { proveQuickly } from '../prove-quickly.fixture.ts'
import { durabilityProofs } from './proofs.ts'

proveQuickly(durabilityProofs)
