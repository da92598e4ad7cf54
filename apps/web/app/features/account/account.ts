import type { CallIdentity } from './call-identity.ts'
import type { Session } from './session.ts'

/** What everything about accounts stands on. */
export type Account = { callIdentity: CallIdentity; session: Session; now: () => Date }
