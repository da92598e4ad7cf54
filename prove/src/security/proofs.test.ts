import { securityProofs } from '../proofs.ts'
import { proveQuickly } from '../prove-quickly.fixture.ts'

proveQuickly(securityProofs)
