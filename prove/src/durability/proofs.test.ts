import { durabilityProofs } from '../proofs.ts'
import { proveQuickly } from '../prove-quickly.fixture.ts'

proveQuickly(durabilityProofs)
