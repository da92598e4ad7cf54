import { type AppClient, assertSecretHash } from '../clients/app-client.ts'
import { isLocked } from '../limits/lock-out.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { issueTokens } from '../tokens/issue-tokens.ts'
import { hashRefreshToken, newRefreshToken, REFRESH_LIFETIME_MS } from '../tokens/refresh-token.ts'
import {
  invalidParameter,
  signInLocked,
  userDisabled,
  userNotConfirmed,
  userNotFound,
  wrongPassword,
} from '../wire/refusals.ts'
import type { AuthParameters } from './auth-parameters.ts'

export type PasswordSignInDeps = Pick<
  PoolDeps,
  | 'clients'
  | 'users'
  | 'groups'
  | 'sessions'
  | 'attempts'
  | 'hasher'
  | 'keys'
  | 'issuer'
  | 'subjectOf'
  | 'note'
  | 'newId'
  | 'now'
>

export async function passwordSignIn(
  deps: PasswordSignInDeps,
  client: AppClient,
  { USERNAME: username, PASSWORD: password, SECRET_HASH: hash }: AuthParameters,
  requestId: string,
) {
  if (!username) throw invalidParameter('Missing required parameter USERNAME')
  if (!password) throw invalidParameter('Missing required parameter PASSWORD')
  assertSecretHash(client, { username, hash })

  const user = await deps.users.find(username)
  if (!user && !client.hidesUsers) throw userNotFound()

  const subject = deps.subjectOf(username, user)
  const proof = await provePassword(deps, { subject, password, kept: user?.passwordHash ?? null, requestId })
  if (!user || !proof.right) {
    deps.note('sign-in failed', subject, requestId)
    throw wrongPassword()
  }
  // Told only to who knows the password; and a right password is no failure.
  if (!user.enabled || !user.confirmed) {
    await deps.attempts.clearLockOut(subject)
    throw user.enabled ? userNotConfirmed() : userDisabled()
  }

  const refreshToken = newRefreshToken()
  const signedInAt = deps.now()
  const session = {
    id: deps.newId(),
    sub: user.sub,
    clientId: client.id,
    refreshHash: hashRefreshToken(refreshToken),
    signedInAt,
    expiresAt: new Date(signedInAt.getTime() + REFRESH_LIFETIME_MS),
  }
  const { rehash } = proof
  if (!(await deps.sessions.start({ session, provenHash: user.passwordHash, rehash }))) throw wrongPassword()

  deps.note('signed in', subject, requestId)
  const groups = await deps.groups.groupsOf(user.sub)
  return { ...(await issueTokens(deps, { user, groups, session })), RefreshToken: refreshToken }
}

type Proof = { subject: string; password: string; kept: string | null; requestId: string }

async function provePassword(
  { attempts, hasher, note, now }: PasswordSignInDeps,
  { subject, password, kept, requestId }: Proof,
) {
  const refuse = () => {
    note('sign-in locked', subject, requestId)
    throw signInLocked()
  }
  // Looked at twice: here so that a locked account takes no place in the queue, and again in its turn.
  if (isLocked(await attempts.lockOutOf(subject), now())) refuse()
  return hasher.verify(password, kept, async () => {
    if (!(await attempts.tryPassword(subject, now()))) refuse()
  })
}
