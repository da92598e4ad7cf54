import { openLocalPool } from '@nashta/identity/conformance/local-pool.fixture'
import { expectFigures, type Proof } from '../proof.ts'
import { createPoolUser, isSignedIn, type Reply, tokensOf } from './pool-user.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** The authenticator app shows a new code after each step. */
const CODE_STEP_MS = 30 * SECOND
const CHALLENGE_LIFETIME_MS = 3 * MINUTE
const LONGEST_LOCK_OUT_MS = 15 * MINUTE
/** The lock-out allows 17 guesses in the first hour. */
const GUESSES_PER_HOUR_MAX = 20

export const secondFactor: Proof = {
  id: 'S20',
  test: 'Strangers with the right password try replayed, old and guessed codes, used and foreign challenges, and ways around the second factor',
  sizes: { quick: 200, short: 1000, nightly: 10_000 },
  unit: 'tries',
  async run(context, size) {
    const pool = await openLocalPool()
    context.atEnd(() => pool.close())
    const successes: string[] = []
    let tried = 0
    let ownersLockedOut = 0
    let mostGuesses = 0

    function countTry(what: string, reply: Reply, isSuccess: (reply: Reply) => boolean = isSignedIn) {
      tried += 1
      if (isSuccess(reply)) successes.push(what)
    }

    for (let number = 0; tried < size; number += 1) {
      const user = await createPoolUser(pool, `owner${number}@example.com`)
      const other = await createPoolUser(pool, `other${number}@example.com`)
      const stolen = tokensOf(await user.signIn())
      const own = tokensOf(await user.signIn())
      const authenticator = await user.turnOnSecondFactor(own.AccessToken)
      const othersTokens = tokensOf(await other.signIn())
      const othersAuthenticator = await other.turnOnSecondFactor(othersTokens.AccessToken)
      /** Signs in with the password, and returns the session of the challenge that follows. */
      const startChallenge = async (account = user) => (await account.signIn()).body['Session']
      // The current code was used to turn the second factor on, so the owner needs the next one.
      pool.advance(CODE_STEP_MS)

      countTry('a session from before the second factor', await user.refresh(stolen.RefreshToken))
      countTry('the password alone', await user.signIn())

      // The owner signs in, and a stranger who knows the password saw what was typed.
      const challenge = await startChallenge()
      const code = authenticator.codeAt(0)
      const [recoveryCode = ''] = authenticator.recoveryCodes
      if (!isSignedIn(await user.respond(challenge, code))) ownersLockedOut += 1
      if (!isSignedIn(await user.respond(await startChallenge(), recoveryCode))) ownersLockedOut += 1
      countTry('a replayed code', await user.respond(await startChallenge(), code))
      pool.advance(MINUTE)
      countTry('a used challenge', await user.respond(challenge, authenticator.codeAt(0)))
      countTry('a used recovery code', await user.respond(await startChallenge(), recoveryCode))

      // Each failure may lock the second factor, and a lock-out refuses every code. So the attacker
      // waits for the end of the longest lock-out before each of these tries.
      for (const steps of [-9, -3, -2, 2, 3, 9]) {
        pool.advance(LONGEST_LOCK_OUT_MS)
        countTry(
          'an old or future code',
          await user.respond(await startChallenge(), authenticator.codeAt(steps)),
        )
      }
      pool.advance(LONGEST_LOCK_OUT_MS)
      countTry(
        "another user's code",
        await user.respond(await startChallenge(), othersAuthenticator.codeAt(0)),
      )
      pool.advance(LONGEST_LOCK_OUT_MS)
      countTry(
        "another user's challenge",
        await user.respond(await startChallenge(other), othersAuthenticator.codeAt(0)),
      )
      pool.advance(LONGEST_LOCK_OUT_MS)
      countTry(
        "another user's recovery code",
        await user.respond(await startChallenge(), othersAuthenticator.recoveryCodes[0] ?? ''),
      )
      for (const name of ['SMS_MFA', 'MFA_SETUP', 'CUSTOM_CHALLENGE', 'NEW_PASSWORD_REQUIRED']) {
        pool.advance(LONGEST_LOCK_OUT_MS)
        countTry(
          'another kind of challenge',
          await user.respond(await startChallenge(), authenticator.codeAt(0), name),
        )
      }

      // A stranger has taken over the owner's open session, whose sign-in is hours old, and tries
      // to turn the second factor off or to replace its secret.
      const oldToken = tokensOf(await user.refresh(own.RefreshToken)).AccessToken
      const Session = await startChallenge()
      const associated = await user.call('AssociateSoftwareToken', { Session })
      countTry('a new secret by a challenge', associated, isAccepted)
      const replaced = await user.call('AssociateSoftwareToken', { AccessToken: oldToken })
      countTry('a new secret by an old session', replaced, isAccepted)
      const turnedOff = await user.setSecondFactor(oldToken, { isOn: false })
      countTry('turned off by an old session', turnedOff, isAccepted)
      const expired = await startChallenge()
      pool.advance(CHALLENGE_LIFETIME_MS + LONGEST_LOCK_OUT_MS)
      countTry('an expired challenge', await user.respond(expired, authenticator.codeAt(0)))

      const guesses = await guessForAnHour(user, authenticator.codeAt, pool)
      mostGuesses = Math.max(mostGuesses, guesses.checked)
      for (const reply of guesses.replies) countTry('a guessed code', reply)

      pool.advance(LONGEST_LOCK_OUT_MS)
      // The third mail has the code for the reset. The first two were the code of the sign-up and
      // the notice about the second factor.
      await user.resetPassword('An0ther!pass', { mailCount: 3 })
      countTry('a new password by mail', await user.signIn('An0ther!pass'))
      const { body } = await user.signIn('An0ther!pass')
      if (!isSignedIn(await user.respond(body['Session'], authenticator.codeAt(0)))) ownersLockedOut += 1
    }
    expectFigures({
      'sign-ins and ways around the second factor': [[...new Set(successes)].join('; '), ''],
      'owners who could not sign in': [ownersLockedOut, 0],
      [`codes checked in an hour, more than ${GUESSES_PER_HOUR_MAX}`]: [
        mostGuesses > GUESSES_PER_HOUR_MAX,
        false,
      ],
    })
    return `${tried} tries with the right password, 0 sign-ins; ${mostGuesses} codes checked in the worst hour; every owner signed in`
  },
  mutations: [
    {
      what: 'a code works twice',
      file: 'apps/identity/src/adapters/sqlite/second-factor-store.ts',
      from: "if (step <= factor.lastUsedStep) return 'used code'",
      to: '',
    },
    {
      what: 'a recovery code works twice',
      file: 'apps/identity/src/adapters/sqlite/second-factor-store.ts',
      from: "'DELETE FROM recoveryCodes WHERE sub = @sub AND hash = @hash'",
      to: "'UPDATE recoveryCodes SET hash = hash WHERE sub = @sub AND hash = @hash'",
    },
    {
      what: 'a challenge works twice',
      file: 'apps/identity/src/adapters/sqlite/second-factor-store.ts',
      from: 'deleteChallenge.run(challengeHash)',
      to: '',
    },
    {
      what: 'a challenge never expires',
      file: 'apps/identity/src/second-factor/challenge.ts',
      from: 'const CHALLENGE_LIFETIME_MS = 3 * 60 * 1000',
      to: 'const CHALLENGE_LIFETIME_MS = 24 * 60 * 60 * 1000',
    },
    {
      what: 'a code answers every kind of challenge',
      file: 'apps/identity/src/operations/respond-to-auth-challenge.ts',
      from: "if (input.ChallengeName !== SECOND_FACTOR) throw invalidParameter('The challenge is not enabled.')",
      to: '',
    },
    {
      what: 'a code works for several minutes',
      file: 'apps/identity/src/second-factor/totp.ts',
      from: 'const STEPS_OFF_MAX = 1',
      to: 'const STEPS_OFF_MAX = 5',
    },
    {
      what: 'codes can be guessed without a limit',
      file: 'apps/identity/src/operations/respond-to-auth-challenge.ts',
      from: 'if (!(await attempts.countAsFailureUnlessLocked(lockOutSubject, now()))) {',
      to: 'if (!attempts) {',
    },
    {
      what: 'a right password clears the count of wrong codes',
      file: 'apps/identity/src/operations/respond-to-auth-challenge.ts',
      from: 'const lockOutSubject = subjectOnDevice(secondFactorSubject(sub),',
      to: 'const lockOutSubject = subjectOnDevice(sub,',
    },
    {
      what: 'turning the second factor on ends no session',
      file: 'apps/identity/src/operations/second-factor-operations.ts',
      from: "...(wanted === 'on' && { endSessions: { except: caller.sessionId } }),",
      to: '',
    },
  ],
}

function isAccepted({ status }: Reply) {
  return status === 200
}

type Guesser = {
  signIn: () => Promise<Reply>
  respond: (session: unknown, code: string) => Promise<Reply>
}

/** Guesses wrong codes, each after a sign-in with the password. */
async function guessForAnHour(
  { signIn, respond }: Guesser,
  codeAt: (steps: number) => string,
  pool: { clock: { now: Date }; advance: (ms: number) => void },
) {
  const replies: Reply[] = []
  const start = pool.clock.now.getTime()
  const elapsed = () => pool.clock.now.getTime() - start
  while (elapsed() < 60 * MINUTE) {
    const { body } = await signIn()
    const rightCodes = new Set([-1, 0, 1].map(codeAt))
    const guess = ['000000', '111111', '222222', '333333'].find((code) => !rightCodes.has(code)) ?? ''
    replies.push(await respond(body['Session'], guess))
    // Later lock-outs last minutes, so later pauses are longer.
    pool.advance(elapsed() < 2 * MINUTE ? 5 * SECOND : 60 * SECOND)
  }
  // During a lock-out the reply is another error, because the code is not checked.
  const checked = replies.filter(({ body }) => body['__type'] === 'CodeMismatchException').length
  return { replies, checked }
}
