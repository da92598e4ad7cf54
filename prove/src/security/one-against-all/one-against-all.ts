import { randomUUID } from 'node:crypto'
import { platform } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Endpoint, SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { PACES, type PaceRule } from '@nashta/contracts/api/rate-limits'
import { uploadPicture } from '@nashta/contracts/catalogue/picture'
import { receivePaymentEvent, returnFromPayment } from '@nashta/contracts/orders/payment-messages'
import { getRecommendations } from '@nashta/contracts/recommendations/recommendation'
import { shopApiEndpoints } from '@nashta/contracts/shop-api/shop-api-endpoints'
import { expectFigures, type Proof } from '../../proof.ts'
import { createAdmin, createShoppers, itemAt, type Shopper, signInAgain } from '../../shopper.ts'
import { type AttackData, makeAttackData } from './attack-data.ts'
import { type AttackProcess, type AttackRequest, startAttackProcess } from './attack-process.ts'
import { type AttackedName, type AttackCall, ATTACKS, callerOf, REFUSED } from './attacks.ts'
import { watchMainThread } from './main-thread.ts'
import { createVisitors } from './visitors.ts'

/** The law: no call of one account makes other visitors wait longer than this many times. */
const SLOWDOWN_MAX = 3
const VISITORS = 6
/** Each attacker rests while the others attack, until the store has forgotten its last calls. */
const ATTACKERS = 5
const OPERATORS = 8
const CONNECTIONS = 16
/** How long visits are measured without the attacker, and then with the attacker. */
const WINDOW_MS = 240
/** A pace lets the first calls of an attack through at once. The law is about the time after that. */
const BURST_MS = 400
/** A network may make more calls at once than an account, so a missing pace of its calls shows later. */
const NETWORK_BURST_MS = 1400
/** How often a call above the bar is measured again before it is judged. */
const REPEATS = 3
const SHOWN = 5

const endpoints: Record<AttackedName, Endpoint> = {
  ...shopApiEndpoints,
  uploadPicture,
  getRecommendations,
  receivePaymentEvent,
  returnFromPayment,
}

type Measured = {
  name: AttackedName
  slowdown: number
  statuses: Record<number, number>
  /** How many calls more than the pace allows were answered. */
  beyondPace: number
}

export const oneAgainstAll: Proof = {
  id: 'S25',
  test: 'One account at a time repeats each call of the contracts on 16 connections, with the largest data that the limits allow, while others visit the store',
  whyNot: () => (platform() === 'linux' ? null : 'needs the times of threads in /proc'),
  sizes: { quick: 1, short: 3, nightly: 20 },
  unit: 'attacks with each call',
  async run(context, size) {
    const settings = {
      DATA_DIR: context.freshFolder(),
      GUEST_CHECKOUT: 'true',
      PAYMENTS: 'upi,simulator',
      UPI_VPA: 'snacks@okbank',
      UPI_NAME: 'Asha Snacks',
      TRUSTED_PROXIES: '127.0.0.1',
    }
    const names = Object.keys(ATTACKS) as AttackedName[]
    const unlimited = await context.startStore(settings)
    const admin = await createAdmin(unlimited.url, settings.DATA_DIR)
    const operators = [admin]
    while (operators.length < OPERATORS) operators.push(await createAdmin(unlimited.url, settings.DATA_DIR))
    const data = await makeAttackData(unlimited.url, admin, (count) => createShoppers(unlimited.url, count), {
      attackers: ATTACKERS,
      victims: 2 * (size + REPEATS),
    })
    const visiting = await createShoppers(unlimited.url, VISITORS)
    unlimited.child.kill()
    await unlimited.ended

    const { url, child } = await context.startStore({ ...settings, RATE_LIMIT_SCALE: '1' })
    const visitors = createVisitors(url, visiting)
    const process = startAttackProcess(context)
    // The store compiles its code and fills its caches.
    for (let count = 0; count < 4; count += 1) await visitors.visitFor(1000)
    visitors.failures.length = 0
    const attack = createAttack({
      readBusy: watchMainThread(child.pid ?? 0),
      url,
      data,
      operators,
      process,
      visitors,
    })

    const measured: Measured[] = []
    for (const name of names) measured.push(await judge(name, size, attack))
    const slow = measured.filter(isTooSlow)
    const unpaced = measured.filter(({ beyondPace }) => beyondPace > 0)
    const unsuccessful = measured.filter((one) => !REFUSED.has(one.name) && !hasSucceeded(one))
    expectFigures({
      'calls that make others wait': [slow.map(describe).join(', '), ''],
      'calls that were answered faster than their pace': [
        unpaced.map((one) => `${one.beyondPace} too many: ${describe(one)}`).join(', '),
        '',
      ],
      'calls that never succeeded': [unsuccessful.map(describe).join(', '), ''],
      'calls of visitors that failed': [visitors.failures.slice(0, SHOWN).join(', '), ''],
      'calls that were attacked': [measured.length, names.length],
    })
    const worst = measured.toSorted((a, b) => b.slowdown - a.slowdown).slice(0, SHOWN)
    return `${names.length} calls; with the worst, visits took ${worst.map(({ name, slowdown }) => `${slowdown.toFixed(2)} (${name})`).join(', ')} times as long as without an attacker`
  },
  mutations: [
    {
      what: 'calls have no pace',
      file: 'packages/service-kit/src/limits/pace.ts',
      from: 'const intervalMs = 1000 / (perSecond * scale)',
      to: 'const intervalMs = scale * 0',
    },
    {
      what: 'suggestions have no pace',
      file: 'apps/recommendations/src/create-app.ts',
      from: 'registerRoutes(app, suggestions, { ...options, paces, base: SHOP_API_BASE })',
      to: 'registerRoutes(app, suggestions, { ...options, base: SHOP_API_BASE })',
    },
    {
      what: 'a heavy call counts as one',
      file: 'packages/service-kit/src/http/routes.ts',
      from: 'await paces?.ofRequest(request, weight)',
      to: 'await paces?.ofRequest(request)',
    },
    {
      what: 'messages of payment providers have no pace',
      file: 'apps/shop-api/src/orders/routes/register-payment-messages.ts',
      from: 'onRequestAsyncHookHandler = async (request) => { await deps.paces.ofNetwork(request)',
      to: 'onRequestAsyncHookHandler = async (request) => {',
    },
  ],
}

/**
 * The smallest slowdown counts: another program may have slowed the visitors of an attack down. So a
 * call above the bar is measured again before it is judged.
 */
async function judge(
  name: AttackedName,
  times: number,
  attack: (name: AttackedName) => Promise<Measured>,
): Promise<Measured> {
  const all = [await attack(name)]
  while (all.length < times || (all.length < times + REPEATS && all.every(isTooSlow)))
    all.push(await attack(name))
  const statuses: Measured['statuses'] = {}
  for (const one of all) addCounts(statuses, one.statuses)
  const beyondPace = Math.max(...all.map((one) => one.beyondPace))
  return { name, slowdown: Math.min(...all.map(({ slowdown }) => slowdown)), statuses, beyondPace }
}

function isTooSlow({ slowdown }: Measured) {
  return slowdown > SLOWDOWN_MAX
}

function hasSucceeded({ statuses }: Measured) {
  return Object.keys(statuses).some((status) => Number(status) < 400)
}

type AttackDeps = {
  readBusy: () => number
  url: string
  data: AttackData
  operators: readonly Shopper[]
  process: AttackProcess
  visitors: ReturnType<typeof createVisitors>
}

/**
 * Returns a function that attacks with one call, and compares visits with the attack to those without
 * it in two ways: by the median time of a visit, and by how much longer a queue for the store's main
 * thread is. A fault shows in both. A busy machine changes only the first.
 */
function createAttack({ readBusy, url, data, operators, process, visitors }: AttackDeps) {
  const attacks = new Map<AttackedName, number>()
  /** Chooses the caller and the network address of each attack. */
  let attackCount = 0

  async function requestsOf(name: AttackedName): Promise<AttackRequest[]> {
    const index = attacks.get(name) ?? 0
    attacks.set(name, index + 1)
    const endpoint = endpoints[name]
    const attacker = itemAt(data.attackers, attackCount)
    let caller = callerOf(endpoint) === 'operator' ? itemAt(operators, attackCount) : attacker.shopper
    if (name === 'eraseAccount') caller = itemAt(data.victims, 2 * index + 1)
    if (endpoint.freshSignIn) caller = await signInAgain(url, caller)
    const token = callerOf(endpoint) === 'guest' ? null : caller.accessToken
    return ATTACKS[name](data, attacker, index).map((call) => requestOf(endpoint, call, token))
  }

  return async function attack(name: AttackedName): Promise<Measured> {
    attackCount += 1
    const requests = await requestsOf(name)
    // Some calls take longer than an attack, so one is sent before it.
    const [first] = requests
    const status = first ? await sendOnce(url, first) : 0
    readBusy()
    const alone = await visitors.visitFor(WINDOW_MS)
    const busyAlone = readBusy()
    const begunAt = performance.now()
    process.begin({ url, address: `203.0.113.${attackCount % 250}`, requests, connections: CONNECTIONS })
    await sleep(paceOf(endpoints[name]) === PACES.network ? NETWORK_BURST_MS : BURST_MS)
    readBusy()
    const attacked = await visitors.visitFor(WINDOW_MS)
    const busyAttacked = readBusy()
    const statuses = await process.stop()
    const beyondPace = countBeyondPace(endpoints[name], statuses, performance.now() - begunAt)
    addCounts(statuses, { [status]: 1 })
    const waits = medianOf(attacked) / medianOf(alone)
    const queue = (1 - busyAlone) / Math.max(0.01, 1 - busyAttacked)
    return { name, slowdown: Math.min(waits, queue), statuses, beyondPace }
  }
}

/** The pace of the calls; null for public reads, which are answered from memory. */
function paceOf(endpoint: Endpoint): PaceRule | null {
  if (endpoint.access === 'public' && endpoint.method === 'GET') return null
  return callerOf(endpoint) === 'guest' ? PACES.network : PACES.caller
}

/**
 * How many calls more than the pace allows in this time had another answer than a refusal. A cheap call
 * may slow down no visitor even without a pace, so this is counted apart.
 */
function countBeyondPace(endpoint: Endpoint, statuses: Measured['statuses'], milliseconds: number): number {
  const pace = paceOf(endpoint)
  if (!pace) return 0
  const { burst, perSecond } = pace
  const allowed = (burst + (perSecond * milliseconds) / 1000) / (endpoint.weight ?? 1)
  const answered = Object.entries(statuses).reduce(
    (sum, [status, count]) => sum + (Number(status) === 429 ? 0 : count),
    0,
  )
  return Math.max(0, Math.ceil(answered - allowed - CONNECTIONS))
}

async function sendOnce(url: string, { method, path, headers, body }: AttackRequest) {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { ...(method !== 'GET' && { 'idempotency-key': randomUUID() }), ...headers },
    ...(body !== undefined && { body }),
  })
  await response.arrayBuffer()
  return response.status
}

function addCounts(sum: Record<number, number>, counts: Record<number, number>) {
  for (const [status, count] of Object.entries(counts))
    sum[Number(status)] = (sum[Number(status)] ?? 0) + count
}

function requestOf({ method, path }: Endpoint, call: AttackCall, token: string | null): AttackRequest {
  const { params = {}, query, body, file, headers } = call
  const filled = path.replace(/:(\w+)/g, (_found, name: string) => encodeURIComponent(params[name] ?? ''))
  const content = body ? JSON.stringify(body) : file
  return {
    method,
    path: `${SHOP_API_BASE}${filled}${query ? `?${String(new URLSearchParams(query))}` : ''}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(content !== undefined && { body: content }),
  }
}

function describe({ name, slowdown, statuses }: Measured) {
  return `${name} ${slowdown.toFixed(1)} times (${JSON.stringify(statuses)})`
}

function medianOf(values: readonly number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
