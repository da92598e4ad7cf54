import { WELCOME_LINK_INVALID } from '@nashta/contracts/identity/first-administrator'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appCode } from '../conformance/second-factor.fixture.ts'
import { openSqlitePoolAdmin } from '../sqlite-pool-admin.ts'
import { passwordRequest } from './gateway.fixture.ts'
import { codeIn, openStoreGateway, PASSWORD } from './store-gateway.fixture.ts'

const HOUR_MS = 60 * 60_000
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const OWNER = 'asha@example.in'
const LINK_IS_DEAD = {
  status: 400,
  body: { __type: 'NotAuthorizedException', message: WELCOME_LINK_INVALID },
}

type Gateway = Awaited<ReturnType<typeof openStoreGateway>>
type Browser = ReturnType<Gateway['openBrowser']>

let gateway: Gateway
beforeEach(async () => {
  gateway = await openStoreGateway()
})
afterEach(() => gateway.close())

/** The token of the link that the pool printed when it was opened. */
function printedToken({ local } = gateway) {
  const [page, token] = String(local.pool.welcomeUrl).split('#')
  expect(page).toBe('https://snacks.example/desk/welcome')
  return token ?? ''
}

const welcome = (browser: Browser, values: object = {}) =>
  browser.call('CreateFirstAdministrator', {
    Username: OWNER,
    Password: PASSWORD,
    UserAttributes: [
      { Name: 'email', Value: OWNER },
      { Name: 'given_name', Value: 'Asha' },
      { Name: 'family_name', Value: 'Rao' },
    ],
    WelcomeToken: printedToken(),
    SecretCode: SECRET,
    UserCode: appCode(SECRET, gateway.local.clock.now),
    ClientMetadata: { rememberMe: 'true' },
    ...values,
  })

const check = (browser: Browser, WelcomeToken = printedToken()) =>
  browser.call('CheckWelcomeLink', { WelcomeToken })

const operators = () => gateway.local.pool.operators.list()

describe('the owner who opens the printed link', () => {
  it('is signed in as the administrator, with the second factor on', async () => {
    const browser = gateway.openBrowser()
    expect((await check(browser)).status).toBe(200)
    const { status, body } = await welcome(browser)

    expect(status).toBe(200)
    const { AccessToken, RefreshToken } = Object(body['AuthenticationResult'])
    expect(decodeJwt(AccessToken)['cognito:groups']).toEqual(['admin'])
    // The refresh token is in the cookie, which no script can read.
    expect(RefreshToken).toBeUndefined()
    expect(browser.cookies.get('nashta-refresh')).toMatch(/./)
    const { body: user } = await browser.call('GetUser', { AccessToken })
    expect(user['UserMFASettingList']).toEqual(['SOFTWARE_TOKEN_MFA'])
    expect(user['UserAttributes']).toContainEqual({ Name: 'given_name', Value: 'Asha' })
    expect(await operators()).toEqual([{ email: OWNER, roles: ['admin'] }])
    const [mail] = await gateway.mailsTo(OWNER)
    expect(mail?.subject).toBe('The shop has a new administrator')
  })

  it('needs the app at every later sign-in, and can use each recovery code once', async () => {
    const { body } = await welcome(gateway.openBrowser())
    const codes = body['RecoveryCodes'] as string[]
    expect(codes).toHaveLength(10)

    const phone = gateway.openBrowser()
    async function signInWith(code: string) {
      const { body: challenge } = await phone.call('InitiateAuth', passwordRequest(OWNER, PASSWORD))
      expect(challenge['ChallengeName']).toBe('SOFTWARE_TOKEN_MFA')
      return phone.call('RespondToAuthChallenge', {
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        Session: challenge['Session'],
        ChallengeResponses: { USERNAME: OWNER, SOFTWARE_TOKEN_MFA_CODE: code },
      })
    }
    // The code that made the account does not work again.
    expect((await signInWith(appCode(SECRET, gateway.local.clock.now))).status).toBe(400)
    expect((await signInWith(codes[0] ?? '')).status).toBe(200)
    expect((await signInWith(codes[0] ?? '')).status).toBe(400)
    gateway.local.advance(30_000)
    expect((await signInWith(appCode(SECRET, gateway.local.clock.now))).status).toBe(200)
  })

  it('can correct a wrong code, a short password and an address that a shopper has', async () => {
    const shopper = await gateway.signUpInNewBrowser('ravi@example.in')
    expect((await shopper.signIn('ravi@example.in')).status).toBe(200)
    const browser = gateway.openBrowser()
    const attempts: [values: object, kind: string][] = [
      [{ UserCode: '000000' }, 'EnableSoftwareTokenMFAException'],
      [{ Password: 'short' }, 'InvalidPasswordException'],
      [{ Username: 'ravi@example.in', UserAttributes: [] }, 'UsernameExistsException'],
    ]
    for (const [values, kind] of attempts) expect((await welcome(browser, values)).body['__type']).toBe(kind)
    expect(await operators()).toEqual([])
    expect((await welcome(browser)).status).toBe(200)
  })

  it('gets the address although a stranger signed up with it and never confirmed it', async () => {
    const stranger = gateway.openBrowser()
    await stranger.signUp(OWNER, 'Str4nger!pass')
    const [signUpMail] = await gateway.mailsTo(OWNER)
    expect((await welcome(gateway.openBrowser())).status).toBe(200)
    expect((await stranger.confirm(OWNER, codeIn(signUpMail))).status).toBe(400)
    expect((await stranger.signIn(OWNER, 'Str4nger!pass')).status).toBe(400)
  })
})

describe('the link', () => {
  it('makes one administrator when several browsers send it at the same moment', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        welcome(gateway.openBrowser(), { Username: `owner${index}@example.in`, UserAttributes: [] }),
      ),
    )
    const tooLate = replies.filter(({ status }) => status !== 200)
    expect(tooLate).toHaveLength(7)
    expect(new Set(tooLate.map((reply) => JSON.stringify(reply)))).toEqual(
      new Set([JSON.stringify(LINK_IS_DEAD)]),
    )
    expect(await operators()).toHaveLength(1)
    // Those who came too late left no account behind.
    const users = gateway.local.pool.database.connection.prepare('SELECT count(*) AS count FROM users').get()
    expect(users).toEqual({ count: 1 })
  })

  it('is dead once it was used, also after the role was taken away again', async () => {
    await welcome(gateway.openBrowser())
    expect(await check(gateway.openBrowser())).toEqual(LINK_IS_DEAD)
    const terminal = openSqlitePoolAdmin(gateway.local.dataFolder, () => gateway.local.clock.now)
    await terminal.revoke(OWNER)
    await terminal.close()
    expect(await operators()).toEqual([])
    expect(await welcome(gateway.openBrowser(), { Username: 'eve@example.in', UserAttributes: [] })).toEqual(
      LINK_IS_DEAD,
    )
  })

  it('is dead after one hour', async () => {
    gateway.local.advance(HOUR_MS - 1)
    expect((await check(gateway.openBrowser())).status).toBe(200)
    gateway.local.advance(1)
    expect(await check(gateway.openBrowser())).toEqual(LINK_IS_DEAD)
    expect(await welcome(gateway.openBrowser())).toEqual(LINK_IS_DEAD)
  })

  it('is dead as soon as the terminal has made somebody an administrator', async () => {
    await gateway.signUpInNewBrowser('ravi@example.in')
    const terminal = openSqlitePoolAdmin(gateway.local.dataFolder, () => gateway.local.clock.now)
    await terminal.grant('ravi@example.in')
    await terminal.close()
    expect(await welcome(gateway.openBrowser())).toEqual(LINK_IS_DEAD)
    expect(await operators()).toEqual([{ email: 'ravi@example.in', roles: ['admin'] }])
  })

  it.each([
    ['none', ''],
    ['a guess', 'A'.repeat(43)],
    ['the token of another shop', null],
  ])('does not open for a stranger with %s', async (_what, guess) => {
    const other = await openStoreGateway()
    const WelcomeToken = guess ?? printedToken(other)
    await other.close()
    const stranger = gateway.openBrowser()
    expect((await check(stranger, WelcomeToken)).status).toBe(400)
    expect((await welcome(stranger, { WelcomeToken })).status).toBe(400)
    expect(await operators()).toEqual([])
  })

  it('is in no log, and is guessed by a network at most 60 times an hour', async () => {
    const limited = await openStoreGateway({ rateLimitScale: 1 })
    const stranger = limited.openBrowser()
    let refused = 0
    for (let attempt = 0; attempt < 61; attempt += 1) {
      const { status } = await check(stranger, 'A'.repeat(43))
      if (status === 429) refused += 1
    }
    expect(refused).toBe(1)
    expect(limited.local.logLines.join('')).not.toContain(printedToken(limited))
    await limited.close()
  })
})
