import type { Proof } from '../proof.ts'
import { authorisationMatrix } from './authorisation-matrix.ts'
import { bruteForce } from './brute-force.ts'
import { cardCanaries } from './card-canaries.ts'
import { endedSessions } from './ended-sessions.ts'
import { enumeration } from './enumeration.ts'
import { everyAnswer } from './every-answer.ts'
import { foreignPages } from './foreign-pages.ts'
import { fuzz } from './fuzz.ts'
import { injectedScripts } from './injected-scripts.ts'
import { keptSecrets } from './kept-secrets.ts'
import { pageIsolation } from './page-isolation.ts'
import { rateLimits } from './rate-limits.ts'
import { slowPatterns } from './slow-patterns.ts'
import { tamperedOrders } from './tampered-orders.ts'

export const securityProofs: Proof[] = [
  authorisationMatrix,
  fuzz,
  cardCanaries,
  tamperedOrders,
  bruteForce,
  enumeration,
  injectedScripts,
  everyAnswer,
  foreignPages,
  pageIsolation,
  endedSessions,
  keptSecrets,
  slowPatterns,
  rateLimits,
]
