import { randomUUID } from 'node:crypto'
import {
  callIdentity,
  createAccount,
  type GatewayResponse,
} from '@nashta/contracts/identity/shopper-account.fixture'
import {
  confirmForgotPassword,
  confirmSignUp,
  forgotPassword,
  initiateAuth,
  resendConfirmationCode,
} from '@nashta/contracts/identity/user-pool'
import { expectFigures, type Proof } from '../proof.ts'
import { itemAt } from '../shopper.ts'

/** One more would lock the user out. A locked-out try hashes nothing, so its time tells nothing. */
const TRIES_PER_NAME = 4
const SIGN_UPS_AT_ONCE = 8

/**
 * With this limit, one run in ten thousand fails by chance. A dozen tries are enough to detect
 * responses without hashing.
 */
const P_VALUE_MIN = 0.0001

type MakeCall = (name: string) => [target: string, body: object]

const wrongPassword: MakeCall = (USERNAME) => [
  initiateAuth.target,
  { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD: 'not-the-password' } },
]

/** Every call that takes a user name and no token. */
const CALLS: Record<string, MakeCall> = {
  'sign-in': wrongPassword,
  'forgot password': (Username) => [forgotPassword.target, { Username }],
  'new password by code': (Username) => [
    confirmForgotPassword.target,
    { Username, ConfirmationCode: '000000', Password: 'marigold-tea-2' },
  ],
  'new confirmation code': (Username) => [resendConfirmationCode.target, { Username }],
  'confirm by code': (Username) => [confirmSignUp.target, { Username, ConfirmationCode: '000000' }],
}

export const enumeration: Proof = {
  id: 'S6',
  test: 'Existing and unknown user names give the same responses in the same time',
  sizes: { quick: 12, short: 240, nightly: 2000 },
  unit: 'known and as many unknown names tried',
  async run(context, size) {
    const { url } = await context.startStore()
    const known = await createAccounts(url, Math.ceil(size / TRIES_PER_NAME))
    const unknown = known.map(() => newName())
    const times = { known: [] as number[], unknown: [] as number[] }
    const responses = { known: new Set<string>(), unknown: new Set<string>() }

    async function attempt(kind: 'known' | 'unknown', name: string) {
      const started = performance.now()
      const response = await callIdentity(url, ...wrongPassword(name))
      times[kind].push(performance.now() - started)
      responses[kind].add(visiblePart(response))
    }
    // The first attempt is a warm-up, so its time does not count.
    await attempt('unknown', newName())
    times.unknown.length = 0
    // Known and unknown names alternate, so that other work on this machine affects both alike. The
    // first of each pair is random. Node's threads take every second hash: in a fixed sequence,
    // each thread would hash for one kind only.
    for (let tried = 0; tried < size; tried += 1) {
      const index = Math.floor(tried / TRIES_PER_NAME)
      const pair = [
        () => attempt('known', itemAt(known, index)),
        () => attempt('unknown', itemAt(unknown, index)),
      ]
      for (const attemptOne of Math.random() < 0.5 ? pair : pair.toReversed()) await attemptOne()
    }

    // Every call with a user name must respond alike.
    const different: string[] = []
    for (const [callName, makeCall] of Object.entries(CALLS)) {
      const ofKnown = visiblePart(await callIdentity(url, ...makeCall(itemAt(known, 0))))
      const ofUnknown = visiblePart(await callIdentity(url, ...makeCall(newName())))
      if (ofKnown !== ofUnknown) different.push(`${callName}: ${ofKnown} and ${ofUnknown}`)
    }
    const pValue = mannWhitney(times.known, times.unknown)
    const [knownMs, unknownMs] = [median(times.known), median(times.unknown)]
    expectFigures({
      'responses to a wrong password': [new Set([...responses.known, ...responses.unknown]).size, 1],
      'calls whose responses differ': [different.join('; '), ''],
      [`medians ${knownMs.toFixed(1)} and ${unknownMs.toFixed(1)} ms; p = ${pValue.toPrecision(2)}, times that differ by chance less often than ${P_VALUE_MIN}`]:
        [pValue < P_VALUE_MIN, false],
    })
    return `same status, body and headers for ${Object.keys(CALLS).length} calls; medians ${knownMs.toFixed(1)} and ${unknownMs.toFixed(1)} ms, ${Math.abs(knownMs - unknownMs).toFixed(2)} apart; Mann-Whitney p = ${pValue.toPrecision(2)}`
  },
  mutations: [
    {
      what: 'nothing is hashed for a name that does not exist',
      file: 'apps/identity/src/passwords/password-hasher.ts',
      from: 'const expected = stored === null ? decoyHash(cost) : parseHash(stored)',
      to: 'if (stored === null) return { isCorrect: false, rehash: null }\n        const expected = parseHash(stored)',
    },
    {
      what: 'an unknown user name gets another response',
      file: 'apps/identity/src/sqlite-user-pool.ts',
      from: "flows: ['USER_PASSWORD_AUTH', 'REFRESH_TOKEN_AUTH'] as const, hidesUserExistence: true",
      to: "flows: ['USER_PASSWORD_AUTH', 'REFRESH_TOKEN_AUTH'] as const, hidesUserExistence: false",
    },
  ],
}

/** The name begins like those of existing accounts, because a response may show the masked name. */
function newName() {
  return `asha.${randomUUID()}@example.in`
}

/** A response as text, without the headers that always differ. */
function visiblePart({ status, headers, text }: GatewayResponse) {
  const alwaysDifferent = new Set(['date', 'x-request-id', 'x-amzn-requestid'])
  return JSON.stringify([status, text, [...headers].filter(([name]) => !alwaysDifferent.has(name))])
}

async function createAccounts(url: string, count: number) {
  const names: string[] = []
  while (names.length < count) {
    const together = Math.min(SIGN_UPS_AT_ONCE, count - names.length)
    const accounts = await Promise.all(Array.from({ length: together }, () => createAccount(url)))
    names.push(...accounts.map(({ email }) => email))
  }
  return names
}

/** The two-sided p-value of the Mann-Whitney test, by the normal approximation with ties. */
function mannWhitney(first: readonly number[], second: readonly number[]): number {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ]
  all.sort((left, right) => left.value - right.value)
  let rankSum = 0
  let tieTerm = 0
  for (let start = 0; start < all.length;) {
    let end = start
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1
    // Equal values share the mean of their ranks, from start + 1 to end.
    const rank = (start + 1 + end) / 2
    rankSum += rank * all.slice(start, end).filter(({ isFirst }) => isFirst).length
    tieTerm += (end - start) ** 3 - (end - start)
    start = end
  }
  const [m, n, total] = [first.length, second.length, all.length]
  const mean = (m * (total + 1)) / 2
  const variance = ((m * n) / 12) * (total + 1 - tieTerm / (total * (total - 1)))
  return 2 * (1 - normalBelow(Math.abs(rankSum - mean) / Math.sqrt(variance)))
}

/**
 * The share of the normal distribution that is below `z`. `z` must not be negative. The formula is
 * Abramowitz and Stegun 7.1.26, to seven digits.
 */
function normalBelow(z: number) {
  const t = 1 / (1 + 0.3275911 * (z / Math.SQRT2))
  const polynomial =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return 1 - (polynomial * Math.exp(-(z * z) / 2)) / 2
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
