import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@nashta/service-kit/process/logger'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventsTopic } from './events.ts'
import { aMail, anEventEntry } from './outbox.fixture.ts'
import { DeliveryDelayed, DeliveryFailed, type ReadableEntry } from './outbox.ts'
import { createPayloadCipher } from './payload-cipher.ts'
import { type Relay, startRelay, type Topic } from './relay.ts'
import { createSqliteOutbox, OUTBOX_SQL, type SqliteOutbox } from './sqlite-outbox.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

let folder: string
let database: Database
let outbox: SqliteOutbox
let clock: number
let relay: Relay
let sent: string[]
/** Delivers a mail. Tests replace it. */
let send: (mail: ReadableEntry) => Promise<void>
/** The ids of the events in each attempt to deliver some. */
let eventBatches: string[][]
/** Decides how an attempt to deliver events ends. Tests replace it. */
let endEventDelivery: () => Promise<void>
let log: string[]

beforeEach(() => {
  clock = Date.UTC(2026, 0, 1)
  sent = []
  log = []
  eventBatches = []
  send = async ({ payload }) => void sent.push(payload)
  endEventDelivery = async () => {}
  folder = mkdtempSync(join(tmpdir(), 'nashta-relay-'))
  database = openDatabase({
    path: join(folder, 'test.sqlite'),
    migrations: [{ id: 1, name: 'outbox', sql: OUTBOX_SQL }],
    now: () => new Date(clock),
  })
  outbox = createSqliteOutbox(database, () => new Date(clock))
})
afterEach(async () => {
  await relay.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

type StartOptions = { concurrency?: number; level?: 'info' | 'debug' }

function start({ concurrency = 2, level = 'info' }: StartOptions = {}) {
  const mail: Topic = {
    name: 'mail',
    batchSize: 1,
    concurrency,
    gatherMs: 10,
    timeoutMs: MINUTE,
    retry: { firstDelayMs: 2 * SECOND, longestDelayMs: 15 * MINUTE },
    onFailure: 'retry entry',
    giveUpAfterMs: 4 * DAY,
    overdueMs: 10 * MINUTE,
    deliver: async (entries) => {
      for (const entry of entries) await send(entry)
    },
  }
  const events = eventsTopic(async (batch) => {
    eventBatches.push(batch.map(({ id }) => id))
    await endEventDelivery()
  })
  const logger = createLogger({
    service: 'test',
    level,
    destination: { write: (line) => void log.push(line) },
  })
  relay = startRelay({
    outbox,
    topics: [mail, { ...events, gatherMs: 10 }],
    logger,
    now: () => new Date(clock),
  })
}

async function addMails(...ids: string[]) {
  await database.write(() => ids.forEach((id) => outbox.add(aMail(id))))
}
const addEvents = (...numbers: number[]) =>
  database.write(() => numbers.forEach((number) => outbox.add(anEventEntry(number))))
const pendingMails = async () => (await outbox.backlog('mail')).pending
const waitForNoPendingMail = () => vi.waitFor(async () => expect(await pendingMails()).toBe(0))
const pendingEvents = async () => (await outbox.backlog('events')).pending
const failuresOf = (id: string) =>
  database.connection.prepare('SELECT failures FROM outbox WHERE key = ?').get(aMail(id).key)?.['failures']

/** More ticks than the relay needs to claim and deliver. */
async function passTicks() {
  for (let tick = 0; tick < 5; tick += 1) await new Promise(setImmediate)
}

it('a committed entry is delivered without a call to the relay', async () => {
  start()
  await addMails('1', '2', '3')
  await waitForNoPendingMail()

  expect(sent).toEqual(['Order 1', 'Order 2', 'Order 3'])
})

it('at the debug level the relay logs its decisions, without the payloads', async () => {
  start({ level: 'debug' })
  await addMails('1')
  await waitForNoPendingMail()
  send = () => Promise.reject(new DeliveryFailed('TIMEOUT', { isPermanent: false }))
  await addMails('2')
  await vi.waitFor(() => expect(failuresOf('2')).toBe(1))

  expect(log.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'debug', count: 1, msg: 'mail: claimed' },
    { level: 'debug', count: 1, msg: 'mail: delivered' },
    { level: 'debug', count: 1, msg: 'mail: claimed' },
    { level: 'warn', msg: 'mail was not delivered and will be retried: TIMEOUT' },
    { level: 'debug', ms: 2 * SECOND, msg: 'mail: retry delayed' },
  ])
  expect(log.join()).not.toContain('Order')
})

it('an entry that an earlier process left is delivered', async () => {
  await addMails('1')
  start()
  await waitForNoPendingMail()

  expect(sent).toEqual(['Order 1'])
})

it('an entry of a failed write is not delivered', async () => {
  start()
  const refused = database.write(() => {
    outbox.add(aMail('refused'))
    throw new Error('out of stock')
  })
  await expect(refused).rejects.toThrow('out of stock')
  await addMails('1')
  await waitForNoPendingMail()

  expect(sent).toEqual(['Order 1'])
})

it('the relay claims again at once when other processes claimed some of the due entries', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await addMails('1', '2', '3', '4', '5')
    // Each claim gets one entry, as if other processes had claimed the others. The fake interval
    // never fires, so the relay does not poll.
    const realOutbox = outbox
    outbox = { ...realOutbox, claim: (claim) => realOutbox.claim({ ...claim, limit: 1 }) }
    start({ concurrency: 4 })
    await waitForNoPendingMail()
    expect(sent).toHaveLength(5)
  } finally {
    vi.useRealTimers()
  }
})

it('the relay finds an entry of another process within a second', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    start()
    const otherProcess = createSqliteOutbox(database, () => new Date(clock))
    await database.write(() => otherProcess.add(aMail('1')))
    await passTicks()
    expect(sent).toEqual([])

    vi.advanceTimersByTime(SECOND)
    await waitForNoPendingMail()
    expect(sent).toEqual(['Order 1'])
  } finally {
    vi.useRealTimers()
  }
})

it('a failed mail is retried after 2, 4, 8 seconds and so on, at most 15 minutes apart', async () => {
  const attempts: number[] = []
  send = async () => {
    attempts.push(clock)
    throw new DeliveryFailed('SMTP_451', { isPermanent: false })
  }
  start()
  await addMails('1')
  for (let failures = 1; failures <= 14; failures += 1) {
    await vi.waitFor(() => expect(failuresOf('1')).toBe(failures))
    const retryAt = (await outbox.backlog('mail')).earliestDue?.getTime() ?? 0
    // The mail is not due yet, so the relay does not attempt it.
    clock = retryAt - 1
    relay.wake()
    await passTicks()
    clock = retryAt
    relay.wake()
  }
  await vi.waitFor(() => expect(attempts).toHaveLength(15))

  const delays = attempts.slice(1).map((at, index) => (at - (attempts[index] ?? 0)) / SECOND)
  expect(delays).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900, 900])
})

it('a mail that failed is delivered by its retry, under the same key', async () => {
  const keys: string[] = []
  send = async ({ key }) => {
    keys.push(key)
    if (keys.length === 1) throw new DeliveryFailed('ECONNECTION', { isPermanent: false })
  }
  start()
  await addMails('1')
  await vi.waitFor(() => expect(failuresOf('1')).toBe(1))
  clock += 2 * SECOND
  relay.wake()
  await waitForNoPendingMail()

  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

it.each([
  ['refused for good', 0, new DeliveryFailed('SMTP_550', { isPermanent: true })],
  ['four days old', 4 * DAY, new DeliveryFailed('SMTP_451', { isPermanent: false })],
])('a mail that is %s is given up, and the log has the reason', async (_case, age, error) => {
  await addMails('1')
  clock += age
  send = async () => {
    throw error
  }
  start()
  await waitForNoPendingMail()

  expect(log.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', part: 'order-confirmed', msg: `mail could not be delivered: ${error.code}` },
  ])
})

it('a mail that has to wait is sent at its time, however old it is, and is not logged as a failure', async () => {
  const until = clock + 6 * DAY
  send = async ({ payload }) => {
    if (clock < until) throw new DeliveryDelayed(new Date(until))
    sent.push(payload)
  }
  start()
  await addMails('1')
  await vi.waitFor(() => expect(log).toHaveLength(1))
  expect(JSON.parse(log[0] ?? '')).toMatchObject({ level: 'info', part: 'order-confirmed' })
  clock = until - 1
  relay.wake()
  await passTicks()
  expect(sent).toEqual([])
  clock = until
  relay.wake()
  await waitForNoPendingMail()
  expect(sent).toEqual(['Order 1'])
})

it('one mail that fails does not delay the others', async () => {
  send = async (mail) => {
    if (mail.payload === 'Order 1') throw new DeliveryFailed('SMTP_451', { isPermanent: false })
    sent.push(mail.payload)
  }
  start({ concurrency: 1 })
  await addMails('1', '2', '3')
  await vi.waitFor(() => expect(sent).toEqual(['Order 2', 'Order 3']))
})

/** An outbox on the same database, whose encryption key repeats one character. */
const createEncrypted = (keyCharacter: string) =>
  createSqliteOutbox(database, () => new Date(clock), createPayloadCipher(Buffer.alloc(32, keyCharacter)))

it('a mail that cannot be decrypted is logged and retried, and does not delay the others', async () => {
  outbox = createEncrypted('k')
  await database.write(() => createEncrypted('x').add(aMail('1')))
  await addMails('2')
  start()
  await vi.waitFor(() => expect(failuresOf('1')).toBe(1))
  await vi.waitFor(async () => expect(await pendingMails()).toBe(1))

  expect(sent).toEqual(['Order 2'])
  expect(log.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', part: 'order-confirmed', msg: 'mail was not delivered and will be retried: UNREADABLE' },
  ])
})

it('an event that cannot be decrypted is logged and given up, and does not delay the others', async () => {
  outbox = createEncrypted('k')
  await database.write(() => createEncrypted('x').add(anEventEntry(1)))
  await addEvents(2)
  start()
  await vi.waitFor(async () => expect(await pendingEvents()).toBe(0))

  expect(eventBatches).toEqual([['view:2']])
  expect(log.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', part: 'view', msg: 'events could not be delivered: UNREADABLE' },
  ])
})

it('the log of an unexpected error has no part of its message, which may contain an address', async () => {
  send = async () => {
    throw new Error('550 <asha@example.com> आशा@उदाहरण.भारत is unknown here')
  }
  start()
  await addMails('1')
  await vi.waitFor(() => expect(failuresOf('1')).toBe(1))

  expect(log).toHaveLength(1)
  expect(JSON.parse(log[0] ?? '')).toMatchObject({
    level: 'warn',
    part: 'order-confirmed',
    count: 1,
    msg: 'mail was not delivered and will be retried: unexpected error',
  })
  expect(log[0]).not.toMatch(/example|asha|आशा|unknown here/)
})

it('no more deliveries run at once than the topic allows', async () => {
  let inFlight = 0
  let highest = 0
  send = async ({ payload }) => {
    inFlight += 1
    highest = Math.max(highest, inFlight)
    // Deliveries take 1 to 4 ticks, so that they do not all end at once.
    const lastDigit = Number(payload.at(-1))
    for (let tick = 0; tick <= lastDigit % 4; tick += 1) await new Promise(setImmediate)
    inFlight -= 1
  }
  start({ concurrency: 3 })
  await addMails(...Array.from({ length: 20 }, (_, index) => String(index)))
  await waitForNoPendingMail()

  expect(highest).toBe(3)
})

it('closing the relay waits for the delivery in flight and starts no other', async () => {
  const { promise: mayFinish, resolve: finish } = Promise.withResolvers<void>()
  const { promise: started, resolve: reportStart } = Promise.withResolvers<void>()
  send = async ({ payload }) => {
    sent.push(payload)
    reportStart()
    await mayFinish
  }
  start({ concurrency: 1 })
  await addMails('1', '2')
  await started
  const closing = relay.close()
  finish()
  await closing

  expect(await pendingMails()).toBe(1)
  relay.wake()
  await new Promise(setImmediate)
  expect(sent).toEqual(['Order 1'])
})

it('a relay that is closed right after its start delivers nothing', async () => {
  await addMails('1')
  start()
  await relay.close()
  await passTicks()

  expect(sent).toEqual([])
})

it('a delivery that never ends fails after the timeout of its topic', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { promise: started, resolve: reportStart } = Promise.withResolvers<void>()
    send = () => {
      reportStart()
      return new Promise(() => {})
    }
    start()
    await addMails('1')
    await started
    vi.advanceTimersByTime(MINUTE)
  } finally {
    vi.useRealTimers()
  }
  await vi.waitFor(() => expect(failuresOf('1')).toBe(1))
})

it('the probe passes while the delivery of mails fails, and rejects when a due mail is not attempted', async () => {
  send = async () => {
    throw new DeliveryFailed('ECONNECTION', { isPermanent: false })
  }
  start()
  await addMails('1')
  await vi.waitFor(() => expect(failuresOf('1')).toBe(1))
  expect(await relay.backlog('mail')).toMatchObject({ pending: 1 })
  await relay.probe()

  await relay.close()
  clock += 11 * MINUTE
  await expect(relay.probe()).rejects.toThrow('1 entries of mail are pending')
})

it('events are delivered in order, in batches of at most 500', async () => {
  const numbers = Array.from({ length: 1200 }, (_, number) => number)
  await addEvents(...numbers)
  start()
  await vi.waitFor(async () => expect(await pendingEvents()).toBe(0))

  expect(eventBatches.flat()).toEqual(numbers.map((number) => `view:${number}`))
  expect(eventBatches.map((batch) => batch.length)).toEqual([500, 500, 200])
})

it('failing events keep their order and are retried for ever, at growing intervals', async () => {
  endEventDelivery = async () => {
    throw new Error('the recommendation service is down')
  }
  start()
  await addEvents(0)
  await vi.waitFor(() => expect(eventBatches).toHaveLength(1))
  await addEvents(1)
  let attempts = 1
  for (const delay of [1, 2, 4, 8, 16, 32, 60, 60]) {
    // The pause is not over yet, so the relay does not retry.
    clock += delay * SECOND - 1
    relay.wake()
    await passTicks()
    expect(eventBatches).toHaveLength(attempts)
    clock += 1
    relay.wake()
    attempts += 1
    await vi.waitFor(() => expect(eventBatches).toHaveLength(attempts))
    // The next delay begins only when the failed delivery has ended.
    await passTicks()
  }
  endEventDelivery = async () => {}
  clock += 5 * DAY
  relay.wake()
  await vi.waitFor(async () => expect(await pendingEvents()).toBe(0))

  expect(eventBatches.at(-1)).toEqual(['view:0', 'view:1'])
  expect(
    log.map((line) => JSON.parse(line)),
    'only the first failure is logged',
  ).toMatchObject([{ level: 'warn' }])
})

it('events are delivered again when the response to their delivery was lost', async () => {
  let isResponseLost = true
  endEventDelivery = async () => {
    if (isResponseLost) throw new Error('the response was lost')
  }
  start()
  await addEvents(1)
  await vi.waitFor(() => expect(eventBatches).toEqual([['view:1']]))
  isResponseLost = false
  clock += SECOND
  // The relay polls every second.
  await vi.waitFor(async () => expect(await pendingEvents()).toBe(0), 3 * SECOND)

  expect(eventBatches).toEqual([['view:1'], ['view:1']])
})

it('a delivery of events that never ends delays no mails and does not fail the probe', async () => {
  const { promise: mayFinish, resolve: finish } = Promise.withResolvers<void>()
  endEventDelivery = () => mayFinish
  start()
  await addEvents(1)
  await vi.waitFor(() => expect(eventBatches).toHaveLength(1))
  await addMails('1')
  await waitForNoPendingMail()
  clock += 11 * MINUTE
  await relay.probe()

  expect(sent).toEqual(['Order 1'])
  finish()
})
