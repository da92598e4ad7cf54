import { openLocalPool } from '@nashta/identity/conformance/local-pool.fixture'
import { expectFigures, type Proof } from '../proof.ts'
import { createPoolUser, tokensOf } from './pool-user.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** A sign-in counts as recent for five minutes. */
const TOO_OLD_MS = 5 * MINUTE + SECOND

export const oldSignIns: Proof = {
  id: 'S21',
  test: 'A token whose sign-in is too old, also a refreshed one, is tried for a new e-mail address, for the second factor and for the deletion of the account',
  sizes: { quick: 3, short: 50, nightly: 500 },
  unit: 'accounts',
  async run(context, size) {
    const pool = await openLocalPool()
    context.atEnd(() => pool.close())
    const succeeded: string[] = []
    let tried = 0
    let refusedChanges = 0

    for (let number = 0; number < size; number += 1) {
      const user = await createPoolUser(pool, `owner${number}@example.com`)
      const first = tokensOf(await user.signIn())
      const authenticator = await user.turnOnSecondFactor(first.AccessToken)
      // The deletion comes last, because the other changes need the account.
      const changes = {
        'a new e-mail address': (AccessToken: unknown) =>
          user.call('UpdateUserAttributes', {
            AccessToken,
            UserAttributes: [{ Name: 'email', Value: `thief${number}@example.com` }],
          }),
        'a new secret': (AccessToken: unknown) => user.call('AssociateSoftwareToken', { AccessToken }),
        'the second factor off': (AccessToken: unknown) => user.setSecondFactor(AccessToken, { isOn: false }),
        'the deletion': (AccessToken: unknown) => user.call('DeleteUser', { AccessToken }),
      }
      pool.advance(TOO_OLD_MS)
      const refreshed = tokensOf(await user.refresh(first.RefreshToken)).AccessToken
      for (const token of [first.AccessToken, refreshed]) {
        for (const [what, change] of Object.entries(changes)) {
          tried += 1
          if ((await change(token)).status === 200) succeeded.push(what)
        }
      }
      // After a new sign-in the owner may make all these changes.
      const { body } = await user.signIn()
      const renewed = tokensOf(await user.respond(body['Session'], authenticator.codeAt(0)))
      for (const change of Object.values(changes)) {
        if ((await change(renewed.AccessToken)).status !== 200) refusedChanges += 1
      }
    }
    expectFigures({
      'changes by an old sign-in': [[...new Set(succeeded)].join('; '), ''],
      'changes that an owner could not make': [refusedChanges, 0],
    })
    return `${tried} changes tried with the tokens of a sign-in that was five minutes old, 0 made; the same after a new sign-in, all made`
  },
  mutations: [
    {
      what: 'a sign-in counts as recent for a month',
      file: 'apps/identity/src/tokens/recent-sign-in.ts',
      from: 'const RECENT_MS = FRESH_SIGN_IN_SECONDS * 1000',
      to: 'const RECENT_MS = 30 * 24 * 60 * 60 * 1000',
    },
    {
      what: 'a refresh makes the sign-in newer',
      file: 'apps/identity/src/tokens/issue-tokens.ts',
      from: 'auth_time: toEpochSeconds(signedInAt),',
      to: 'auth_time: toEpochSeconds(deps.now()),',
    },
    {
      what: 'an old session changes the e-mail address',
      file: 'apps/identity/src/operations/update-user-attributes.ts',
      from: 'assertRecentSignIn(caller, deps.now())',
      to: '',
    },
    {
      what: 'an old session deletes the account',
      file: 'apps/identity/src/operations/current-user.ts',
      from: 'assertRecentSignIn(caller, deps.now())',
      to: '',
    },
    {
      what: 'an old session turns the second factor off',
      file: 'apps/identity/src/operations/second-factor-operations.ts',
      from: "if (wanted === 'off') assertRecentSignIn(caller, deps.now())",
      to: "if (wanted === 'off') void caller",
    },
  ],
}
