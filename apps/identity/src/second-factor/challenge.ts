import { createHash, randomBytes } from 'node:crypto'
import { SECOND_FACTOR } from '@nashta/contracts/identity/second-factor'
import type { NewChallenge, SecondFactorStore } from './second-factor-store.ts'

/** Three minutes, as in Cognito. */
const CHALLENGE_LIFETIME_MS = 3 * 60 * 1000

/** A plain hash is enough: 256 random bits cannot be guessed. */
export function hashChallenge(token: string) {
  return createHash('sha256').update(token).digest('hex')
}

type ChallengeDeps = { secondFactors: SecondFactorStore; now: () => Date }
type CheckedPassword = Pick<NewChallenge, 'sub' | 'clientId' | 'checkedHash' | 'rehash'>

/** The response to the right password of a user whose second factor is on. */
export async function createChallenge({ secondFactors, now }: ChallengeDeps, checked: CheckedPassword) {
  const token = randomBytes(32).toString('base64url')
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + CHALLENGE_LIFETIME_MS)
  await secondFactors.createChallenge({ ...checked, hash: hashChallenge(token), createdAt, expiresAt })
  return {
    ChallengeName: SECOND_FACTOR,
    // Cognito sends the user's sub under this name, also without SRP.
    ChallengeParameters: { USER_ID_FOR_SRP: checked.sub },
    Session: token,
  }
}
