import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOfStep, fromBase32, stepAt } from '../second-factor/totp.ts'
import { passwordRequest } from './gateway.fixture.ts'
import {
  codeIn,
  linkTokenIn,
  openStoreGateway,
  PASSWORD,
  type StoreGateway,
} from './store-gateway.fixture.ts'

const NEW = 'N3w!password'
const HOUR = 3_600_000
/** How long an authenticator app shows a code. */
const CODE_STEP_MS = 30_000

let store: StoreGateway
let testNumber = 0
let owner: string
beforeAll(async () => {
  store = await openStoreGateway()
})
beforeEach(() => {
  testNumber += 1
  owner = addressOf('asha')
})
afterAll(() => store.close())

/** Every test has its own addresses. */
const addressOf = (name: string) => `${name}.${testNumber}@example.in`

async function repeat(times: number, attempt: () => Promise<unknown>) {
  for (let tries = 0; tries < times; tries += 1) await attempt()
}

describe('a stranger who guesses passwords', () => {
  it('locks other strangers out, and not the browser in which the owner has signed in', async () => {
    const ownersBrowser = await store.signUpInNewBrowser(owner)
    const stranger = store.openBrowser()
    await repeat(30, () => stranger.signIn(owner, 'Wr0ng!pass'))

    expect((await store.openBrowser().signIn(owner)).status).not.toBe(200)
    expect((await ownersBrowser.signIn(owner)).status).toBe(200)
  })

  it('gains no guesses when the owner signs in', async () => {
    const ownersBrowser = await store.signUpInNewBrowser(owner)
    const stranger = store.openBrowser()
    await repeat(6, () => stranger.signIn(owner, 'Wr0ng!pass'))
    const before = store.local.hashes.counts.evaluations
    await ownersBrowser.signIn(owner)
    await repeat(6, () => stranger.signIn(owner, 'Wr0ng!pass'))
    // Only the owner's password was checked.
    expect(store.local.hashes.counts.evaluations - before).toBe(1)
  })

  it('gains nothing with a device cookie that is made up or belongs to another account', async () => {
    await store.signUpInNewBrowser(owner)
    const stranger = await store.signUpInNewBrowser(addressOf('stranger'))
    const ofOtherAccount = stranger.cookies.get('nashta-device') ?? ''
    const before = store.local.hashes.counts.evaluations
    for (let tries = 0; tries < 30; tries += 1) {
      const madeUp = `${String(tries).padStart(22, 'd')}.${'p'.repeat(22)}`
      stranger.cookies.set('nashta-device', tries % 2 === 0 ? madeUp : ofOtherAccount)
      await stranger.signIn(owner, 'Wr0ng!pass')
    }
    // Five passwords were checked, as without a cookie.
    expect(store.local.hashes.counts.evaluations - before).toBe(5)
  })

  it('is limited to five passwords in the browser of the owner too', async () => {
    const ownersBrowser = await store.signUpInNewBrowser(owner)
    const before = store.local.hashes.counts.evaluations
    await repeat(30, () => ownersBrowser.signIn(owner, 'Wr0ng!pass'))
    expect(store.local.hashes.counts.evaluations - before).toBe(5)
  })
})

describe('a stranger who guesses reset codes', () => {
  it('does not use up the code that a known device asked for', async () => {
    const ownersBrowser = await store.signUpInNewBrowser(owner)
    await ownersBrowser.forgot(owner)
    const code = codeIn((await store.mailsTo(owner, { count: 2 }))[0])
    const stranger = store.openBrowser()
    await repeat(20, () => stranger.reset(owner, '000000', NEW))

    expect((await stranger.reset(owner, code, NEW)).status).not.toBe(200)
    expect((await ownersBrowser.reset(owner, code, NEW)).status).toBe(200)
    expect((await ownersBrowser.signIn(owner, NEW)).status).toBe(200)
  })

  it('does not use up the link, which works in every browser, once', async () => {
    await store.signUpInNewBrowser(owner)
    const stranger = store.openBrowser()
    await repeat(10, () => stranger.forgot(owner))
    await repeat(20, () => stranger.reset(owner, '000000', NEW))
    // The mails are the sign-up code and four reset mails. The link is in the second reset mail: a
    // newer mail does not end it.
    const token = linkTokenIn((await store.mailsTo(owner, { count: 5 }))[2])

    const otherBrowser = store.openBrowser()
    expect((await otherBrowser.reset(owner, token, NEW)).status).toBe(200)
    // The link has made that browser a known device, so strangers cannot lock it.
    await repeat(20, () => stranger.signIn(owner, 'Wr0ng!pass'))
    expect((await otherBrowser.signIn(owner, NEW)).status).toBe(200)
    expect((await otherBrowser.reset(owner, token, PASSWORD)).status).toBe(400)
    // The reset has ended all links. The sign-up mail has only a code.
    for (const mail of await store.mailsTo(owner, { count: 5 })) {
      expect((await stranger.reset(owner, linkTokenIn(mail) || codeIn(mail), PASSWORD)).status).not.toBe(200)
    }
  })

  it('finds no link by guessing, and cannot use a link for another account', async () => {
    await store.signUpInNewBrowser(owner)
    const stranger = await store.signUpInNewBrowser(addressOf('stranger'))
    await stranger.forgot(addressOf('stranger'))
    const ofOtherAccount = linkTokenIn((await store.mailsTo(addressOf('stranger'), { count: 2 }))[0])
    const before = store.local.hashes.counts.evaluations
    // A made-up token of the right form, and the real token of another account.
    for (const token of ['A'.repeat(22), ofOtherAccount]) {
      expect((await stranger.reset(owner, token, NEW)).body['__type']).toBe('ExpiredCodeException')
    }
    // No password was hashed, so guessing costs the store little.
    expect(store.local.hashes.counts.evaluations).toBe(before)
  })

  it('cannot use the link or the code of a mail that is an hour old', async () => {
    const ownersBrowser = await store.signUpInNewBrowser(owner)
    await ownersBrowser.forgot(owner)
    const [mail] = await store.mailsTo(owner, { count: 2 })
    store.local.advance(HOUR)
    expect((await ownersBrowser.reset(owner, linkTokenIn(mail), NEW)).status).toBe(400)
    expect((await ownersBrowser.reset(owner, codeIn(mail), NEW)).status).toBe(400)
  })
})

describe('a stranger who signs up with the address of another person', () => {
  const STRANGERS_PASSWORD = 'Strang3r!pass'

  it("does not keep the owner out by signing up first, and the stranger's password never works", async () => {
    const stranger = store.openBrowser()
    await stranger.signUp(owner, STRANGERS_PASSWORD)
    const ownersBrowser = store.openBrowser()
    expect((await ownersBrowser.signUp(owner)).status).toBe(200)
    const [mail] = await store.mailsTo(owner, { count: 2 })
    expect((await ownersBrowser.confirm(owner, codeIn(mail))).status).toBe(200)

    expect((await stranger.signIn(owner, STRANGERS_PASSWORD)).status).toBe(400)
    expect((await ownersBrowser.signIn(owner)).status).toBe(200)
  })

  it('gets no account by signing up after the owner, who then enters the newest code', async () => {
    const ownersBrowser = store.openBrowser()
    await ownersBrowser.signUp(owner)
    await store.mailsTo(owner)
    const stranger = store.openBrowser()
    await stranger.signUp(owner, STRANGERS_PASSWORD)
    const [mail] = await store.mailsTo(owner, { count: 2 })
    expect((await ownersBrowser.confirm(owner, codeIn(mail))).status).toBe(200)

    // The newest code belongs to the stranger's sign-up. It confirms the address, but no password.
    expect((await stranger.signIn(owner, STRANGERS_PASSWORD)).status).toBe(400)
    await ownersBrowser.forgot(owner)
    const [reset] = await store.mailsTo(owner, { count: 3 })
    expect((await ownersBrowser.reset(owner, linkTokenIn(reset), NEW)).status).toBe(200)
    expect((await ownersBrowser.signIn(owner, NEW)).status).toBe(200)
    expect((await stranger.signIn(owner, STRANGERS_PASSWORD)).status).toBe(400)
  })

  it('cannot confirm the account after a day', async () => {
    const stranger = store.openBrowser()
    await stranger.signUp(owner, STRANGERS_PASSWORD)
    const [mail] = await store.mailsTo(owner)
    store.local.advance(24 * HOUR)
    expect((await stranger.confirm(owner, codeIn(mail))).status).toBe(400)
  })

  it('does not use up the tries of the browser in which the owner signed up', async () => {
    const ownersBrowser = store.openBrowser()
    await ownersBrowser.signUp(owner)
    const code = codeIn((await store.mailsTo(owner))[0])
    const wrong = code === '000000' ? '000001' : '000000'
    const stranger = store.openBrowser()
    // This gives the stranger a device cookie.
    await stranger.signUp(addressOf('stranger'))
    await repeat(20, () => stranger.confirm(owner, wrong))

    expect((await stranger.confirm(owner, code)).status).not.toBe(200)
    expect((await ownersBrowser.confirm(owner, wrong)).status).toBe(400)
    expect((await ownersBrowser.confirm(owner, code)).status).toBe(200)
    // An hour later the stranger may try again, but the code was used.
    store.local.advance(HOUR)
    expect((await stranger.confirm(owner, code)).body['__type']).toBe('NotAuthorizedException')
    expect((await ownersBrowser.signIn(owner)).status).toBe(200)
  })

  it('gets five guesses an hour in each of four browsers that sign up, 15 in others', async () => {
    let checked = 0
    for (let rounds = 0; rounds < 6; rounds += 1) {
      const stranger = store.openBrowser()
      await stranger.signUp(owner, STRANGERS_PASSWORD)
      for (let guesses = 0; guesses < 8; guesses += 1) {
        const { body } = await stranger.confirm(owner, '000000')
        if (body['__type'] === 'CodeMismatchException') checked += 1
      }
    }
    // Only four sign-ups an hour are accepted. The last two browsers share the tries of all unknown
    // devices.
    expect(checked).toBe(4 * 5 + 15)
  })

  it('gets fifteen guesses an hour in other browsers, however often one signs up', async () => {
    const stranger = store.openBrowser()
    const results: unknown[] = []
    for (let rounds = 0; rounds < 4; rounds += 1) {
      await stranger.signUp(owner, STRANGERS_PASSWORD)
      for (let guesses = 0; guesses < 8; guesses += 1) {
        results.push((await store.openBrowser().confirm(owner, '000000')).body['__type'])
      }
    }
    expect(results.filter((kind) => kind === 'CodeMismatchException')).toHaveLength(15)
  })
})

it('a stranger causes at most five mails an hour, and the owner can request another', async () => {
  const ownersBrowser = await store.signUpInNewBrowser(owner)
  const stranger = await store.signUpInNewBrowser(addressOf('stranger'))
  const { accessToken: AccessToken } = await stranger.signIn(addressOf('stranger'))
  const other = addressOf('ravi')

  for (let rounds = 0; rounds < 5; rounds += 1) {
    await stranger.forgot(owner)
    await stranger.signUp(other)
    await stranger.call('ResendConfirmationCode', { Username: other })
    await stranger.forgot(other.toUpperCase())
    const UserAttributes = [{ Name: 'email', Value: other }]
    await stranger.call('UpdateUserAttributes', { AccessToken, UserAttributes })
    await stranger.call('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' })
  }
  expect((await ownersBrowser.forgot(owner)).status).toBe(200)
  // The sign-up code, four reset mails for the stranger, and one for the owner's browser.
  expect(await store.deliveredMailsTo(owner)).toHaveLength(6)
  // The sign-up code, the resent one and the code for the changed address. Password resets count
  // towards the limit too, but an unconfirmed account gets no reset mail.
  expect(await store.deliveredMailsTo(other)).toHaveLength(3)
})

describe('resetting the password on a new device', () => {
  // The calls are functions, because `owner` is set before each test.
  it.each<[string, () => [string, object]]>([
    [
      'UpdateUserAttributes with an invalid token',
      () => [
        'UpdateUserAttributes',
        { AccessToken: 'x.y.z', UserAttributes: [{ Name: 'email', Value: owner }] },
      ],
    ],
    ['ResendConfirmationCode', () => ['ResendConfirmationCode', { Username: owner }]],
    ['SignUp', () => ['SignUp', { Username: owner, Password: PASSWORD, UserAttributes: [] }]],
  ])('is possible although a stranger calls %s', async (_name, call) => {
    await store.signUpInNewBrowser(owner)
    store.local.advance(HOUR)
    const stranger = store.openBrowser()
    await repeat(6, () => stranger.call(...call()))

    const ownersBrowser = store.openBrowser()
    expect((await ownersBrowser.forgot(owner)).status).toBe(200)
    const [mail] = await store.mailsTo(owner, { count: 2 })
    expect((await ownersBrowser.reset(owner, linkTokenIn(mail), NEW)).status).toBe(200)
  })

  it('is possible although a stranger opens tickets', async () => {
    await store.signUpInNewBrowser(owner)
    store.local.advance(HOUR)
    await repeat(6, () => store.sendTicketMail(owner))

    expect((await store.openBrowser().forgot(owner)).status).toBe(200)
    // The sign-up code, three mails about tickets, and the reset mail.
    expect(await store.deliveredMailsTo(owner)).toHaveLength(5)
  })

  it('is possible although a stranger signs up before the owner confirms', async () => {
    const stranger = store.openBrowser()
    await repeat(6, () => stranger.signUp(owner, 'Strang3r!pass'))
    const ownersBrowser = store.openBrowser()
    const [newest] = await store.mailsTo(owner, { count: 4 })
    expect((await ownersBrowser.confirm(owner, codeIn(newest))).status).toBe(200)

    expect((await store.openBrowser().forgot(owner)).status).toBe(200)
    // Four sign-up codes, and the reset mail.
    expect(await store.deliveredMailsTo(owner)).toHaveLength(5)
  })
})

type Browser = ReturnType<StoreGateway['openBrowser']>

/** Signs in with the password, and returns the session of the challenge. */
async function startChallenge(browser: Browser, password = PASSWORD, email = owner) {
  return String((await browser.call('InitiateAuth', passwordRequest(email, password))).body['Session'])
}

function respond(browser: Browser, Session: string, code: string, email = owner) {
  const ChallengeResponses = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code }
  const call = { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session, ChallengeResponses }
  return browser.call('RespondToAuthChallenge', call)
}

/** Turns the second factor on. Returns a function that returns the current code of the app. */
async function turnOnSecondFactor(browser: Browser, AccessToken: string) {
  const { body } = await browser.call('AssociateSoftwareToken', { AccessToken })
  const secret = fromBase32(String(body['SecretCode']))
  const codeNow = () => codeOfStep(secret, stepAt(store.local.clock.now))
  await browser.call('VerifySoftwareToken', { AccessToken, UserCode: codeNow() })
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
  await browser.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings })
  // A code works once, so the clock moves on to the next code.
  store.local.advance(CODE_STEP_MS)
  return codeNow
}

/** Signs in with the password and the code of the app. Returns the access token. */
async function signInWithCode(browser: Browser, code: string, email = owner) {
  const { status, body } = await respond(browser, await startChallenge(browser, PASSWORD, email), code, email)
  expect(status).toBe(200)
  store.local.advance(CODE_STEP_MS)
  return String(Object(body['AuthenticationResult'])['AccessToken'])
}

/** Creates the owner's account, turns its second factor on, and signs in with it. */
async function newProtectedShopper() {
  const ownersBrowser = await store.signUpInNewBrowser(owner)
  const codeNow = await turnOnSecondFactor(ownersBrowser, (await ownersBrowser.signIn(owner)).accessToken)
  await signInWithCode(ownersBrowser, codeNow())
  return { ownersBrowser, codeNow }
}

/** Tries eight wrong codes, and returns how many of them the pool has checked. */
async function guess(browser: Browser, password?: string) {
  const Session = await startChallenge(browser, password)
  const kinds: unknown[] = []
  // Six digits could be right by chance. This text is checked as a recovery code.
  for (let tries = 0; tries < 8; tries += 1)
    kinds.push((await respond(browser, Session, 'wrong-code')).body['__type'])
  return kinds.filter((kind) => kind === 'CodeMismatchException').length
}

describe('a stranger who knows the password and guesses codes of the second factor', () => {
  it('does not lock the browser in which the owner has passed the second factor', async () => {
    const { ownersBrowser, codeNow } = await newProtectedShopper()
    expect(await guess(store.openBrowser())).toBe(5)
    expect(await guess(store.openBrowser())).toBe(0)
    const Session = await startChallenge(ownersBrowser)
    expect((await respond(ownersBrowser, Session, codeNow())).status).toBe(200)
  })

  it('gains no guesses by resetting the password with a link from the mailbox', async () => {
    await newProtectedShopper()
    let guesses = await guess(store.openBrowser())
    for (const password of ['Th1ef!one', 'Th1ef!two']) {
      const thief = store.openBrowser()
      // Otherwise a late mail of the steps before would be taken for the mail with the link.
      const before = (await store.deliveredMailsTo(owner)).length
      await thief.forgot(owner)
      const [mail] = await store.mailsTo(owner, { count: before + 1 })
      expect((await thief.reset(owner, linkTokenIn(mail), password)).status).toBe(200)
      guesses += await guess(thief, password)
    }
    expect(guesses).toBe(5)
  })
})

/** Changes the address in a new browser, and returns the access token of that browser. */
async function changeAddress(email: string, newEmail: string) {
  const browser = store.openBrowser()
  const { accessToken } = await browser.signIn(email)
  await changeAddressIn(browser, accessToken, newEmail)
  return accessToken
}

async function changeAddressIn(browser: Browser, AccessToken: string, newEmail: string) {
  const UserAttributes = [{ Name: 'email', Value: newEmail }]
  await browser.call('UpdateUserAttributes', { AccessToken, UserAttributes })
  const Code = codeIn((await store.mailsTo(newEmail))[0])
  const verified = await browser.call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })
  expect(verified.status).toBe(200)
}
const undoChange = (Token: string) => store.openBrowser().call('UndoEmailChange', { Token })

describe('a thief with a session or a mail of the owner', () => {
  it('loses the account to the owner even after two changes of the address, for good', async () => {
    await store.signUpInNewBrowser(owner)
    await changeAddress(owner, addressOf('thief'))
    const AccessToken = await changeAddress(addressOf('thief'), addressOf('hideout'))
    const ownersLink = linkTokenIn((await store.mailsTo(owner, { count: 2 }))[0])
    const thiefsLink = linkTokenIn((await store.mailsTo(addressOf('thief'), { count: 2 }))[0])

    // The owner's link works although the thief has used a later one.
    expect((await undoChange(thiefsLink)).status).toBe(200)
    expect((await undoChange(ownersLink)).status).toBe(200)
    expect((await undoChange(ownersLink)).status).toBe(400)
    expect((await undoChange(thiefsLink)).status).toBe(400)

    const thief = store.openBrowser()
    expect((await thief.call('GetUser', { AccessToken })).status).toBe(400)
    for (const email of [owner, addressOf('thief'), addressOf('hideout')]) {
      expect((await thief.signIn(email)).status).toBe(400)
    }
    const ownersBrowser = store.openBrowser()
    await ownersBrowser.forgot(owner)
    const [mail] = await store.mailsTo(owner, { count: 4 })
    expect((await ownersBrowser.reset(owner, linkTokenIn(mail), NEW)).status).toBe(200)
    expect((await ownersBrowser.signIn(owner, NEW)).status).toBe(200)
  })

  it.each([
    [72 * HOUR - 1, 200],
    [72 * HOUR, 400],
  ])('can lose the account: after %i ms the undo link responds with %i', async (ms, status) => {
    await store.signUpInNewBrowser(owner)
    await changeAddress(owner, addressOf('thief'))
    const token = linkTokenIn((await store.mailsTo(owner, { count: 2 }))[0])
    store.local.advance(ms)
    expect((await undoChange(token)).status).toBe(status)
  })

  it('cannot reset the password with a mail to the address that the owner had before', async () => {
    const thief = store.openBrowser()
    await store.signUpInNewBrowser(owner)
    await thief.forgot(owner)
    const [mail] = await store.mailsTo(owner, { count: 2 })
    await changeAddress(owner, addressOf('new'))
    for (const secret of [codeIn(mail), linkTokenIn(mail)]) {
      expect((await thief.reset(addressOf('new'), secret, NEW)).status).toBe(400)
    }
  })
})

const operators = () => store.local.pool.operators
const subjectsTo = async (email: string) =>
  (await store.deliveredMailsTo(email)).map(({ subject }) => subject)

/** The owner changes the address of an account with a second factor. Returns the undo link's token. */
async function changeAddressWithSecondFactor() {
  const browser = await store.signUpInNewBrowser(owner)
  const codeNow = await turnOnSecondFactor(browser, (await browser.signIn(owner)).accessToken)
  const AccessToken = await signInWithCode(browser, codeNow())
  await changeAddressIn(browser, AccessToken, addressOf('new'))
  const undoMail = (await store.deliveredMailsTo(owner)).find((mail) => linkTokenIn(mail) !== '')
  return { browser, AccessToken, codeNow, token: linkTokenIn(undoMail) }
}

/** A person with the old mailbox chooses a password, and signs in with it. */
async function signInAfterReset() {
  const thief = store.openBrowser()
  const before = (await store.deliveredMailsTo(owner)).length
  await thief.forgot(owner)
  const [mail] = await store.mailsTo(owner, { count: before + 1 })
  expect((await thief.reset(owner, linkTokenIn(mail), NEW)).status).toBe(200)
  return (await thief.call('InitiateAuth', passwordRequest(owner, NEW))).body
}

describe('the link that undoes a change of the e-mail address', () => {
  it('keeps a second factor that is older than the change', async () => {
    const { codeNow, token } = await changeAddressWithSecondFactor()
    expect((await undoChange(token)).status).toBe(200)
    const signIn = await signInAfterReset()
    expect(signIn['ChallengeName']).toBe('SOFTWARE_TOKEN_MFA')
    expect((await respond(store.openBrowser(), String(signIn['Session']), codeNow())).status).toBe(200)
  })

  it('removes a second factor that was set up or replaced after the change', async () => {
    const { browser, AccessToken, token } = await changeAddressWithSecondFactor()
    await turnOnSecondFactor(browser, AccessToken)
    expect((await undoChange(token)).status).toBe(200)
    expect(await signInAfterReset()).toHaveProperty('AuthenticationResult')
  })

  it('takes the roles of an operator away, and tells both addresses and every administrator', async () => {
    for (const name of ['boss', 'chief']) {
      await store.signUpInNewBrowser(addressOf(name))
      await operators().grant(addressOf(name), 'admin')
    }
    const { AccessToken, token } = await changeAddressWithSecondFactor()
    for (const role of ['admin', 'packer'] as const) await operators().grant(addressOf('new'), role)
    expect((await undoChange(token)).status).toBe(200)

    const names = (await operators().list()).map(({ email }) => email)
    for (const email of [owner, addressOf('new')]) expect(names).not.toContain(email)
    expect((await store.openBrowser().call('GetUser', { AccessToken })).status).toBe(400)
    for (const email of [owner, addressOf('new')])
      expect(await subjectsTo(email)).toContain('Your e-mail address was put back')
    for (const name of ['boss', 'chief'])
      expect(await subjectsTo(addressOf(name))).toContain('An operator of the shop lost all roles')
  })

  it('tells no administrator about a shopper', async () => {
    await store.signUpInNewBrowser(addressOf('boss'))
    await operators().grant(addressOf('boss'), 'admin')
    const { token } = await changeAddressWithSecondFactor()
    expect((await undoChange(token)).status).toBe(200)
    expect(await subjectsTo(addressOf('new'))).toContain('Your e-mail address was put back')
    expect(await subjectsTo(addressOf('boss'))).not.toContain('An operator of the shop lost all roles')
  })
})
