import { proveQuickly } from '../prove-quickly.fixture.ts'
import { securityProofs } from './proofs.ts'

proveQuickly(securityProofs)
