import { cloudProofs } from '../proofs.ts'
import { proveQuickly } from '../prove-quickly.fixture.ts'

proveQuickly(cloudProofs)
