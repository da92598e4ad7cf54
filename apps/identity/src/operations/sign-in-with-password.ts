import type * as z from 'zod/mini'
import { type AppClient, assertSecretHash } from '../clients/app-client.ts'
import { knownDeviceOf, readDeviceToken } from '../devices/device-token.ts'
import { subjectOnDevice } from '../limits/attempt-limits.ts'
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
  const subject = subjectOnDevice(accountSubject, device)
  const storedHash = user?.passwordHash ?? null
  const check = await checkPasswordUnlessLocked(deps, {
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

  // The password was right, so neither this attempt nor earlier ones count as failures.
  const clearFailures = () => deps.attempts.clearLockOut(subject)
  // Only a right password may reveal that the account is disabled or not confirmed.
  if (!user.enabled || !user.confirmed) {
    await clearFailures()
    throw user.enabled ? userNotConfirmed() : userDisabled()
  }

  if (deps.secondFactors.isOn(user.sub)) {
    await clearFailures()
    return createChallenge(deps, {
      sub: user.sub,
      clientId: client.id,
      checkedHash: user.passwordHash,
      rehash: check.rehash,
    })
  }

  const { session, refreshToken } = newSession(deps, { sub: user.sub, clientId: client.id, metadata })
  const signIn = { session, checkedHash: user.passwordHash, rehash: check.rehash, lockOutSubject: subject }
  // `start` also clears the failures. If the account has changed since the password was checked,
  // `start` does nothing and returns false.
  const isStarted = await deps.sessions.start(signIn)
  if (!isStarted) throw wrongPassword()

  deps.logEvent('signed in', user.sub, requestId)
  const groups = await deps.groups.groupsOf(user.sub)
  const tokens = await issueTokens(deps, { user, groups, session })
  return { AuthenticationResult: { ...tokens, RefreshToken: refreshToken }, ChallengeParameters: {} }
}

type PasswordAttempt = Record<'subject' | 'accountSubject' | 'password' | 'requestId', string> & {
  storedHash: string | null
}

/**
 * Checks the password, or throws while the subject is locked. Every attempt counts as a failure
 * before its check, so that concurrent attempts all count. After a right password, the caller must
 * clear the failures.
 */
async function checkPasswordUnlessLocked(
  { attempts, hasher, logEvent, now }: SignInDeps,
  { subject, accountSubject, password, storedHash, requestId }: PasswordAttempt,
) {
  function throwLocked(): never {
    logEvent('sign-in locked', accountSubject, requestId)
    throw signInLocked()
  }
  async function countAsFailure() {
    if (!(await attempts.countAsFailureUnlessLocked(subject, now()))) throwLocked()
  }

  // An attempt of a locked subject must not take a place in the hash queue.
  if (isLocked(await attempts.lockOutOf(subject), now())) throwLocked()
  // The hasher calls `countAsFailure` after the wait in the queue. During the wait, other attempts
  // may have locked the subject.
  return hasher.verify(password, storedHash, countAsFailure)
}
