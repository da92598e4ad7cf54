import type * as z from 'zod/mini'
import { type AppClient, assertSecretHash } from '../clients/app-client.ts'
import { knownDeviceOf, readDeviceToken } from '../devices/device-token.ts'
import { subjectOfDevice } from '../limits/attempt-limits.ts'
import { isLocked } from '../limits/lock-out.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { createChallenge } from '../second-factor/challenge.ts'
import { issueTokens, type TokenDeps } from '../tokens/issue-tokens.ts'
import { newSession, type sessionMetadata } from '../tokens/new-session.ts'
import {
  invalidParameter,
  signInLocked,
  userDisabled,
  userNotConfirmed,
  userNotFound,
  wrongPassword,
} from '../wire/pool-error.ts'

export type SignInDeps = TokenDeps &
  Pick<
    PoolDeps,
    | 'clients'
    | 'users'
    | 'groups'
    | 'sessions'
    | 'secondFactors'
    | 'attempts'
    | 'hasher'
    | 'attemptSubjectOf'
    | 'logEvent'
  >

type PasswordParameters = Partial<Record<'USERNAME' | 'PASSWORD' | 'SECRET_HASH', string | undefined>> & {
  metadata: z.output<typeof sessionMetadata>
}

/** The tokens of a new session, or the challenge of a user whose second factor is on. */
export async function signInWithPassword(
  deps: SignInDeps,
  client: AppClient,
  { USERNAME: username, PASSWORD: password, SECRET_HASH: hash, metadata }: PasswordParameters,
  requestId: string,
) {
  if (!username) throw invalidParameter('Missing required parameter USERNAME')
  if (!password) throw invalidParameter('Missing required parameter PASSWORD')
  assertSecretHash(client, { username, hash })

  const user = await deps.users.find(username)
  if (!user && !client.hidesUserExistence) throw userNotFound()

  // A device that has signed in before has its own count, so strangers cannot lock it out.
  const deviceToken = readDeviceToken(metadata.deviceToken)
  const device = knownDeviceOf(deviceToken, { clientSecret: client.secret, username })
  const accountSubject = deps.attemptSubjectOf(username, user)
  const subject = subjectOfDevice(accountSubject, device)
  const storedHash = user?.passwordHash ?? null
  const check = await checkPassword(deps, {
    subject,
    accountSubject,
    password,
    storedHash,
    requestId,
  })
  if (!user || !check.isCorrect) {
    deps.logEvent('sign-in failed', accountSubject, requestId)
    throw wrongPassword()
  }
  // From here on the password is right, but `checkPassword` has counted the attempt as a failure.
  // So each branch clears the count, the last one in the transaction of `sessions.start`. The state
  // of the account is revealed only now, after the right password.
  if (!user.enabled || !user.confirmed) {
    await deps.attempts.clearLockOut(subject)
    throw user.enabled ? userNotConfirmed() : userDisabled()
  }

  if (deps.secondFactors.isOn(user.sub)) {
    await deps.attempts.clearLockOut(subject)
    return createChallenge(deps, {
      sub: user.sub,
      clientId: client.id,
      checkedHash: user.passwordHash,
      rehash: check.rehash,
    })
  }

  const { session, refreshToken } = newSession(deps, { sub: user.sub, clientId: client.id, metadata })
  const signIn = { session, checkedHash: user.passwordHash, rehash: check.rehash, lockOutSubject: subject }
  // `start` returns false if the account has changed since the password was checked.
  if (!(await deps.sessions.start(signIn))) throw wrongPassword()

  deps.logEvent('signed in', user.sub, requestId)
  const groups = await deps.groups.groupsOf(user.sub)
  const tokens = await issueTokens(deps, { user, groups, session })
  return { AuthenticationResult: { ...tokens, RefreshToken: refreshToken }, ChallengeParameters: {} }
}

type PasswordAttempt = Record<'subject' | 'accountSubject' | 'password' | 'requestId', string> & {
  storedHash: string | null
}

/** Counts the attempt as a failure, and checks the password. Throws while the subject is locked. */
async function checkPassword(
  { attempts, hasher, logEvent, now }: SignInDeps,
  { subject, accountSubject, password, storedHash, requestId }: PasswordAttempt,
) {
  const refuse = () => {
    logEvent('sign-in locked', accountSubject, requestId)
    throw signInLocked()
  }
  // The lock is checked before the attempt enters the hash queue, and again after the wait, because
  // other attempts may have locked the subject meanwhile.
  if (isLocked(await attempts.lockOutOf(subject), now())) refuse()
  return hasher.verify(password, storedHash, async () => {
    if (!(await attempts.countTryUnlessLocked(subject, now()))) refuse()
  })
}
