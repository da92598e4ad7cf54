import { setTimeout as delay } from 'node:timers/promises'
import { passwordRequest } from '@nashta/identity/gateway/gateway.fixture'
import {
  codeIn,
  linkTokenIn,
  openStoreGateway,
  PASSWORD,
  type StoreGateway,
} from '@nashta/identity/gateway/store-gateway.fixture'
import { codeOfStep, fromBase32, stepAt } from '@nashta/identity/second-factor/totp'
import type { UserStore } from '@nashta/identity/users/user-store'
import { expectFigures, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'

const OWNERS_NEW_PASSWORD = 'Owners!n3w'
const THIEFS_NEW_PASSWORD = 'Thiefs!n3w'
/** The requests that race with a change start less than this after it. */
const PAUSE_MAX_MS = 40
const CODE_REQUESTS = 3
/** Several races run at once, because each waits a tenth of a second for its mails. */
const AT_ONCE = 5

export const accountRaces: Proof = {
  id: 'S16',
  test: 'Attackers try to take over accounts: e-mail changes raced with their codes, password changes raced with resets, and e-mail changes of operators undone from the old mailbox',
  sizes: { quick: 25, short: 500, nightly: 5000 },
  unit: 'races',
  async run(context, size) {
    const { holdNextChange, wrapUsers } = createHolds()
    const store = await openStoreGateway({}, { wrapUsers })
    context.atEnd(() => store.close())
    const counts = { verified: 0, undone: 0, lockedOut: 0, withoutCode: 0, roles: 0 }

    async function race(number: number) {
      // Every second race is forced into the order of events that an attacker hopes for.
      const hold = number % 2 === 0 ? holdNextChange : null
      if (await raceEmailChange(store, number, hold)) counts.verified += 1
      const { isUndone, isLockedOut } = await racePasswordChange(store, number, hold)
      if (isUndone) counts.undone += 1
      if (isLockedOut) counts.lockedOut += 1
      const { needsCode, hasRoles } = await undoChangeOfOperator(store, number)
      if (!needsCode) counts.withoutCode += 1
      if (hasRoles) counts.roles += 1
    }
    await runConcurrently(size, AT_ONCE, race)
    expectFigures({
      'addresses verified that got no mail': [counts.verified, 0],
      'resets undone by a thief': [counts.undone, 0],
      'owners who cannot sign in after their reset': [counts.lockedOut, 0],
      'second factors lost to the old mailbox': [counts.withoutCode, 0],
      'roles kept by the old mailbox': [counts.roles, 0],
    })
    return `${size} e-mail changes and ${size} password changes raced, half of them in a forced order, and ${size} e-mail changes of operators undone: no address verified that got no mail, no reset undone, no second factor turned off, no role kept`
  },
  mutations: [
    {
      what: 'a code verifies any pending address',
      file: 'apps/identity/src/users/code.ts',
      from: 'return foldEmail(addressForCode(user, purpose)) === foldEmail(mailedTo)',
      to: 'return foldEmail(addressForCode(user, purpose)) !== mailedTo.toUpperCase()',
    },
    {
      what: 'a password change overwrites a reset',
      file: 'apps/identity/src/operations/change-password.ts',
      from: 'passwordHash === user.passwordHash ? change : null',
      to: 'passwordHash !== PreviousPassword ? change : null',
    },
    {
      what: 'undoing an e-mail change turns an older second factor off',
      file: 'apps/identity/src/operations/undo-email-change.ts',
      from: "...(!isSecondFactorOlder && { secondFactor: 'off' }),",
      to: "...(isSecondFactorOlder !== null && { secondFactor: 'off' }),",
    },
    {
      what: 'undoing an e-mail change keeps the roles of an operator',
      file: 'apps/identity/src/operations/undo-email-change.ts',
      from: 'leaveGroups: OPERATOR_ROLES,',
      to: 'leaveGroups: OPERATOR_ROLES.slice(OPERATOR_ROLES.length),',
    },
  ],
}

type Hold = { reached: Promise<void>; release: () => void }
type HoldNextChange = (sub: string) => Hold

/**
 * Holds calls of the pool at the moment when they have read the account and are about to change it,
 * so that other calls can change the account in between.
 */
function createHolds() {
  const holds = new Map<string, { reach: () => void; released: Promise<void> }>()

  /** Holds the next change of this user. `reached` resolves when the call has come to it. */
  function holdNextChange(sub: string): Hold {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    holds.set(sub, { reach, released })
    return { reached, release }
  }

  const wrapUsers = (users: UserStore): UserStore => ({
    ...users,
    async change(sub, change) {
      const hold = holds.get(sub)
      if (hold) {
        holds.delete(sub)
        hold.reach()
        await hold.released
      }
      return users.change(sub, change)
    },
  })
  return { holdNextChange, wrapUsers }
}

/** Starts a call, makes the others while it is held before its change, and lets it go on. */
async function callAround<T>(hold: Hold, held: () => Promise<T>, others: () => Promise<unknown>): Promise<T> {
  const call = held()
  // A call that is refused before its change does not reach the hold.
  await Promise.race([hold.reached, call])
  await others()
  hold.release()
  return call
}

/**
 * A thief changes the address of an account to the victim's and asks for codes meanwhile. Returns
 * whether a code that reached the thief has verified the victim's address.
 */
async function raceEmailChange(store: StoreGateway, number: number, hold: HoldNextChange | null) {
  const email = `thief${number}@example.in`
  const browser = await store.signUpInNewBrowser(email)
  const { accessToken: AccessToken } = await browser.signIn(email)
  const victim = `victim${number}@example.in`
  const UserAttributes = [{ Name: 'email', Value: victim }]
  const changeAddress = () => browser.call('UpdateUserAttributes', { AccessToken, UserAttributes })
  const requestCode = () =>
    browser.call('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' })

  const responses = hold
    ? [await callAround(hold(await subOf(browser, AccessToken)), requestCode, changeAddress)]
    : await callAtOnce(number, changeAddress, requestCode)
  // Only mails to the thief count. Responses mask an address after its first letter.
  const sent = responses.filter(({ body }) => destinationOf(body)?.startsWith('t'))
  // The first mail is the code of the sign-up.
  for (const mail of await store.mailsTo(email, { count: 1 + sent.length })) {
    await browser.call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code: codeIn(mail) })
  }
  const { body } = await browser.call('GetUser', { AccessToken })
  return JSON.stringify(body['UserAttributes']).includes(victim)
}

type Browser = ReturnType<StoreGateway['openBrowser']>

/** Makes the change and, shortly after its start, the requests. Returns the responses to the requests. */
async function callAtOnce<T>(number: number, change: () => Promise<unknown>, request: () => Promise<T>) {
  const changed = change()
  const responses = Array.from({ length: CODE_REQUESTS }, async (_, index) => {
    await delay(pauseOf(number, index))
    return request()
  })
  await changed
  return Promise.all(responses)
}

/** The pause before a request. It differs between races and between the requests of a race. */
function pauseOf(race: number, request = 0) {
  return (race * 3 + request * 13) % PAUSE_MAX_MS
}

function destinationOf(body: Record<string, unknown>): string | undefined {
  return Object(body['CodeDeliveryDetails']).Destination
}

async function subOf(browser: Browser, AccessToken: string) {
  return String((await browser.call('GetUser', { AccessToken })).body['Username'])
}

/** A thief with the old password and a session changes the password while the owner resets it. */
async function racePasswordChange(store: StoreGateway, number: number, hold: HoldNextChange | null) {
  const email = `owner${number}@example.in`
  const owner = await store.signUpInNewBrowser(email)
  const thief = store.openBrowser()
  const { accessToken: AccessToken } = await thief.signIn(email)
  await owner.forgot(email)
  // The newest mail comes first. The other one has the code of the sign-up.
  const [resetMail] = await store.mailsTo(email, { count: 2 })
  const token = linkTokenIn(resetMail)

  const changePassword = () =>
    thief.call('ChangePassword', {
      AccessToken,
      PreviousPassword: PASSWORD,
      ProposedPassword: THIEFS_NEW_PASSWORD,
    })
  const resets: { status: number }[] = []
  const resetPassword = async () => resets.push(await owner.reset(email, token, OWNERS_NEW_PASSWORD))
  if (hold) await callAround(hold(await subOf(thief, AccessToken)), changePassword, resetPassword)
  else await Promise.all([changePassword(), delay(pauseOf(number)).then(resetPassword)])
  return {
    isUndone: resets[0]?.status === 200 && (await thief.signIn(email, THIEFS_NEW_PASSWORD)).status === 200,
    isLockedOut: (await owner.signIn(email, OWNERS_NEW_PASSWORD)).status !== 200,
  }
}

/**
 * An operator with a second factor changes the e-mail address. A thief who reads the old mailbox
 * undoes the change, chooses a password and signs in with it.
 */
async function undoChangeOfOperator(store: StoreGateway, number: number) {
  const email = `operator${number}@example.in`
  const newEmail = `new${number}@example.in`
  const operator = await store.signUpInNewBrowser(email)
  const { accessToken: AccessToken } = await operator.signIn(email)
  await turnOnSecondFactor(store, operator, AccessToken)
  await store.local.pool.operators.grant(email, 'manager')
  const UserAttributes = [{ Name: 'email', Value: newEmail }]
  await operator.call('UpdateUserAttributes', { AccessToken, UserAttributes })
  const Code = codeIn((await store.mailsTo(newEmail))[0])
  await operator.call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })

  const thief = store.openBrowser()
  // The mails are the code of the sign-up, the second factor that is on, and the changed address.
  const undoMail = (await store.mailsTo(email, { count: 3 })).find((mail) => linkTokenIn(mail) !== '')
  const { status } = await thief.call('UndoEmailChange', { Token: linkTokenIn(undoMail) })
  if (status !== 200) throw new Error(`the undo link failed with ${status}`)
  await thief.forgot(email)
  // The undoing sends one more mail, and the reset another.
  const resetMail = (await store.mailsTo(email, { count: 5 })).find(({ text }) =>
    text.includes('/forgot-password'),
  )
  await thief.reset(email, linkTokenIn(resetMail), THIEFS_NEW_PASSWORD)
  const { body } = await thief.call('InitiateAuth', passwordRequest(email, THIEFS_NEW_PASSWORD))
  const operators = await store.local.pool.operators.list()
  return {
    needsCode: body['ChallengeName'] === 'SOFTWARE_TOKEN_MFA',
    hasRoles: operators.some((each) => each.email === email || each.email === newEmail),
  }
}

async function turnOnSecondFactor(store: StoreGateway, browser: Browser, AccessToken: string) {
  const { body } = await browser.call('AssociateSoftwareToken', { AccessToken })
  const secret = fromBase32(String(body['SecretCode']))
  const UserCode = codeOfStep(secret, stepAt(store.local.clock.now))
  await browser.call('VerifySoftwareToken', { AccessToken, UserCode })
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
  await browser.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings })
}
