import { proveQuickly } from '../prove-quickly.fixture.ts'
import { reliabilityProofs } from './proofs.ts'

proveQuickly(reliabilityProofs)
