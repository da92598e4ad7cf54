import { randomUUID } from 'node:crypto'
import {
  createAccount,
  callIdentity,
  type GatewayResponse,
} from '@nashta/contracts/identity/shopper-account.fixture'
import {
  confirmForgotPassword,
  confirmSignUp,
  forgotPassword,
  initiateAuth,
  resendConfirmationCode,
} from '@nashta/contracts/identity/user-pool'
import { expectFigures } from '../expect-figures.ts'
import type { Proof } from '../proof.ts'
import { mannWhitney, median } from './mann-whitney.ts'

/** One account less than the lock begins at: locks are alike too, but say nothing of time. */
const TRIES_OF_ONE = 4
const SIGN_UPS_AT_ONCE = 8

/** One run in ten thousand would be red by chance; an answer without its hash is told by a dozen tries. */
const CHANCE = 0.0001

/** Every call that is given a name and no token. */
const CALLS: Record<string, (name: string) => [target: string, body: object]> = {
  'sign-in': (USERNAME) => [
    initiateAuth.target,
    { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD: 'not-the-password' } },
  ],
  'forgot password': (Username) => [forgotPassword.target, { Username }],
  'new password by code': (Username) => [
    confirmForgotPassword.target,
    { Username, ConfirmationCode: '000000', Password: 'marigold-tea-2' },
  ],
  'code once more': (Username) => [resendConfirmationCode.target, { Username }],
  'confirm by code': (Username) => [confirmSignUp.target, { Username, ConfirmationCode: '000000' }],
}

export const enumeration: Proof = {
  id: 'S6',
  test: 'Names that exist and names that do not, told apart by neither answer nor time',
  sizes: { quick: 12, short: 240, nightly: 2000 },
  unit: 'known and as many unknown names tried',
  async run(scene, size) {
    const { url } = await scene.startStore()
    const known = await manyAccounts(url, Math.ceil(size / TRIES_OF_ONE))
    const unknown = known.map(() => newName())
    const times = { known: [] as number[], unknown: [] as number[] }
    const answers = { known: new Set<string>(), unknown: new Set<string>() }

    async function attempt(kind: 'known' | 'unknown', name: string) {
      const started = performance.now()
      const told = await callIdentity(url, ...call('sign-in', name))
      times[kind].push(performance.now() - started)
      answers[kind].add(visible(told))
    }
    await attempt('unknown', newName())
    times.unknown.length = 0
    // In turns, so that whatever else this machine does falls on both alike; and who is first is left to chance, as
    // the threads that hash take turns too.
    for (let tried = 0; tried < size; tried += 1) {
      const number = Math.floor(tried / TRIES_OF_ONE)
      const pair = [
        () => attempt('known', known[number] ?? ''),
        () => attempt('unknown', unknown[number] ?? ''),
      ]
      for (const one of Math.random() < 0.5 ? pair : pair.toReversed()) await one()
    }

    const different: string[] = []
    for (const name of Object.keys(CALLS)) {
      const [theirs, nobodys] = [await tell(url, name, known[0] ?? ''), await tell(url, name, newName())]
      if (theirs !== nobodys) different.push(`${name}: ${theirs} and ${nobodys}`)
    }
    const chance = mannWhitney(times.known, times.unknown)
    const [knownMs, unknownMs] = [median(times.known), median(times.unknown)]
    expectFigures({
      'answers to a wrong password': [new Set([...answers.known, ...answers.unknown]).size, 1],
      'calls that answer differently': [different.join('; '), ''],
      [`medians ${knownMs.toFixed(1)} and ${unknownMs.toFixed(1)} ms; p = ${chance.toPrecision(2)}, times that differ by chance less often than ${CHANCE}`]:
        [chance < CHANCE, false],
    })
    return `same status, body and headers for ${Object.keys(CALLS).length} calls; medians ${knownMs.toFixed(1)} and ${unknownMs.toFixed(1)} ms, ${Math.abs(knownMs - unknownMs).toFixed(2)} apart; Mann-Whitney p = ${chance.toPrecision(2)}`
  },
  mutations: [
    {
      what: 'nothing is hashed for a name that does not exist',
      file: 'apps/identity/src/passwords/password-hasher.ts',
      from: 'const expected = stored === null ? decoyHash(cost) : parseHash(stored)',
      to: 'if (stored === null) return { right: false, rehash: null }\n        const expected = parseHash(stored)',
    },
    {
      what: 'a name that does not exist is told so',
      file: 'apps/identity/src/sqlite-user-pool.ts',
      from: "flows: ['USER_PASSWORD_AUTH', 'REFRESH_TOKEN_AUTH'] as const, hidesUsers: true",
      to: "flows: ['USER_PASSWORD_AUTH', 'REFRESH_TOKEN_AUTH'] as const, hidesUsers: false",
    },
  ],
}

/** All begin alike: of the name itself an answer may say what it was told. */
function newName() {
  return `asha.${randomUUID()}@example.in`
}

function call(name: string, who: string) {
  return CALLS[name]?.(who) ?? (['', {}] as [string, object])
}

async function tell(url: string, name: string, who: string) {
  return visible(await callIdentity(url, ...call(name, who)))
}

/** Without what every answer has of its own. */
function visible({ status, headers, text }: GatewayResponse) {
  const own = new Set(['date', 'x-request-id', 'x-amzn-requestid'])
  return JSON.stringify([status, text, [...headers].filter(([name]) => !own.has(name))])
}

async function manyAccounts(url: string, count: number) {
  const names: string[] = []
  while (names.length < count) {
    const together = Math.min(SIGN_UPS_AT_ONCE, count - names.length)
    const accounts = await Promise.all(Array.from({ length: together }, () => createAccount(url)))
    names.push(...accounts.map(({ email }) => email))
  }
  return names
}
