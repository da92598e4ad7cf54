import { paymentProofs } from '../proofs.ts'
import { proveQuickly } from '../prove-quickly.fixture.ts'

proveQuickly(paymentProofs)
