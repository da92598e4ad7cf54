import { sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimsOf } from '@nashta/contracts/identity/shopper-account.fixture'
import { rotateSigningKeys } from '@nashta/identity/adapters/disk/signing-key-file'
import {
  codeIn,
  linkTokenIn,
  openStoreGateway,
  PASSWORD,
  type StoreGateway,
} from '@nashta/identity/gateway/store-gateway.fixture'
import { expectFigures, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'
import { itemAt } from '../shopper.ts'

const STRANGERS_PASSWORD = 'Strang3r!pass'
const RESET_PASSWORD = 'R3set!pass'
const AT_ONCE = 5
/** There are fewer rotations than addresses, because making new keys takes a second. */
const ADDRESSES_PER_ROTATION = 10
/** A service in another process caches the pool's keys for this long. */
const KEYS_LIFETIME_MS = 60_000
/** The pool checks this often whether its key file has changed. */
const KEY_FILE_CHECK_MS = 1000

export const squattingAndKeys: Proof = {
  id: 'S22',
  test: "Strangers sign up with other people's addresses before and after the owners; leaked keys are used before and after a rotation",
  sizes: { quick: 10, short: 100, nightly: 1000 },
  unit: 'addresses',
  async run(context, size) {
    const store = await openStoreGateway()
    context.atEnd(() => store.close())
    const counts = { intruders: 0, keptOut: 0 }
    await runConcurrently(size, AT_ONCE, async (number) => {
      const { canStrangerSignIn, canOwnerSignIn } = await signUpTogether(store, number)
      if (canStrangerSignIn) counts.intruders += 1
      if (!canOwnerSignIn) counts.keptOut += 1
    })

    const faults: string[] = []
    const rotations = Math.ceil(size / ADDRESSES_PER_ROTATION)
    for (let number = 0; number < rotations; number += 1) faults.push(...(await useLeakedKey(store, number)))
    expectFigures({
      "intruders in other people's accounts": [counts.intruders, 0],
      'owners kept out of their account': [counts.keptOut, 0],
      'forged tokens': [[...new Set(faults)].join('; '), ''],
    })
    return `${size} addresses: no stranger's password ever worked, every owner got in; after ${rotations === 1 ? 'a rotation' : `${rotations} rotations`} tokens of the leaked key are refused within a second by the pool and the shop, elsewhere within a minute`
  },
  mutations: [
    {
      what: 'the newest code confirms the password of a stranger',
      file: 'apps/identity/src/operations/confirm-sign-up.ts',
      from: 'const isSignUpTrusted = !contested || isSignUpDevice(user, deviceToken)',
      to: 'const isSignUpTrusted = !contested || deviceToken !== null',
    },
    {
      what: 'the first who signs up keeps the address',
      file: 'apps/identity/src/adapters/sqlite/user-changes.ts',
      from: "if (existing?.confirmed === 1) return 'email taken'",
      to: "if (existing) return 'email taken'",
    },
    {
      what: 'rotated keys stay trusted',
      file: 'apps/identity/src/adapters/disk/signing-key-file.ts',
      from: 'newKeyFile(refuseOldTokens ? [] : [...stillValid, ...retiring])',
      to: 'newKeyFile([...stillValid, ...retiring])',
    },
    {
      what: 'the shop trusts a key until it loads the keys again',
      file: 'packages/service-kit/src/auth/authorise.ts',
      from: '!isKeyTrusted(checked.kid) || ',
      to: '',
    },
    {
      what: 'the session of one user is valid for every user',
      file: 'apps/identity/src/adapters/sqlite/session-store.ts',
      from: "if (session === 'ended' || session.sub !== sub) return false",
      to: "if (session === 'ended') return false",
    },
  ],
}

/** The orders in which a stranger and the owner sign up with the owner's address. */
const SIGN_UP_ORDERS = [
  ['stranger', 'owner'],
  ['owner', 'stranger'],
  ['stranger', 'owner', 'stranger'],
] as const

/** A stranger and the owner of an e-mail address sign up with it. Returns who can then sign in. */
async function signUpTogether(store: StoreGateway, number: number) {
  const email = `person${number}@example.in`
  const browsers = { stranger: store.openBrowser(), owner: store.openBrowser() }
  const passwords = { stranger: STRANGERS_PASSWORD, owner: PASSWORD }
  let mails = 0
  for (const person of itemAt(SIGN_UP_ORDERS, number)) {
    const { status } = await browsers[person].signUp(email, passwords[person])
    if (status !== 200) return { canStrangerSignIn: false, canOwnerSignIn: person !== 'owner' }
    mails += 1
    await store.mailsTo(email, { count: mails })
  }
  // Every second owner confirms the address in another browser than the one of the sign-up.
  const ownersBrowser = number % 2 === 0 ? browsers.owner : store.openBrowser()
  // The owner enters the code of the newest mail.
  await ownersBrowser.confirm(email, codeIn((await store.mailsTo(email, { count: mails }))[0]))
  let canStrangerSignIn = (await browsers.stranger.signIn(email, STRANGERS_PASSWORD)).status === 200

  let canOwnerSignIn = (await ownersBrowser.signIn(email)).status === 200
  // After several sign-ups, a code from another browser confirms the address but no password. So
  // the owner resets the password.
  if (!canOwnerSignIn) {
    await ownersBrowser.forgot(email)
    const token = linkTokenIn((await store.mailsTo(email, { count: mails + 1 }))[0])
    await ownersBrowser.reset(email, token, RESET_PASSWORD)
    canOwnerSignIn = (await ownersBrowser.signIn(email, RESET_PASSWORD)).status === 200
    canStrangerSignIn ||= (await browsers.stranger.signIn(email, STRANGERS_PASSWORD)).status === 200
  }
  return { canStrangerSignIn, canOwnerSignIn }
}

/** Forges tokens with a copied key before and after a rotation. Returns what is wrong. */
async function useLeakedKey(store: StoreGateway, number: number): Promise<string[]> {
  const { local } = store
  const [email, thiefsEmail] = [`keys${number}@example.in`, `keythief${number}@example.in`]
  const { accessToken } = await (await store.signUpInNewBrowser(email)).signIn(email)
  const thief = await store.signUpInNewBrowser(thiefsEmail)
  const thiefsToken = (await thief.signIn(thiefsEmail)).accessToken
  const elsewhere = store.connectFromOtherProcess()
  /** True for each place that accepts the token. */
  const tryToken = async (token: string) => ({
    'the shop': (await local.pool.verifyToken(token)) !== null,
    'the user pool': (await thief.call('GetUser', { AccessToken: token })).status === 200,
    'a service elsewhere': (await elsewhere.verifyToken(token)) !== null,
  })

  const { pem } = JSON.parse(readFileSync(join(local.dataFolder, 'signing-keys.json'), 'utf8')).access
  // The claims are the victim's, but the session is the thief's.
  const inThiefsSession = forge(accessToken, pem, { origin_jti: claimsOf(thiefsToken)['origin_jti'] })
  const inVictimsSession = forge(accessToken, pem, { jti: 'forged' })
  const faults = [
    ...placesThatAccept('the victim in the session of the thief', await tryToken(inThiefsSession)),
    // The forged token must work before the rotation, or its refusal afterwards would show nothing.
    ...placesThatRefuse('the leaked key before the rotation', await tryToken(inVictimsSession)),
  ]
  await rotateSigningKeys(local.dataFolder, local.clock.now, { refuseOldTokens: true })
  local.advance(KEY_FILE_CHECK_MS)
  // A service in another process learns of the rotation only when it loads the keys again.
  const { 'a service elsewhere': _notYet, ...here } = await tryToken(inVictimsSession)
  faults.push(...placesThatAccept('the leaked key a second after the rotation', here))
  local.advance(KEYS_LIFETIME_MS)
  faults.push(...placesThatAccept('the leaked key a minute later', await tryToken(inVictimsSession)))
  const newToken = (await thief.signIn(thiefsEmail)).accessToken
  faults.push(...placesThatRefuse('a token of the new key', await tryToken(newToken)))
  return faults
}

function placesThatAccept(what: string, accepted: Record<string, boolean>) {
  return Object.keys(accepted).flatMap((place) => (accepted[place] ? [`${place} accepts ${what}`] : []))
}

function placesThatRefuse(what: string, accepted: Record<string, boolean>) {
  return Object.keys(accepted).flatMap((place) => (accepted[place] ? [] : [`${place} refuses ${what}`]))
}

/** The token with other claims, signed with the leaked key. */
function forge(token: string, privatePem: string, claims: object) {
  const [header = ''] = token.split('.')
  const payload = Buffer.from(JSON.stringify({ ...claimsOf(token), ...claims })).toString('base64url')
  const signature = sign('sha256', Buffer.from(`${header}.${payload}`), privatePem)
  return `${header}.${payload}.${signature.toString('base64url')}`
}
