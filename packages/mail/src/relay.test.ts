import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@nashta/service-kit/process/logger'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeLetter } from './letters.ts'
import { MailNotSent, type MailTransport } from './mail-transport.ts'
import { anEntry } from './mail.fixture.ts'
import type { Mail } from './mail.ts'
import { type Relay, startRelay } from './relay.ts'
import { createSqliteOutbox, OUTBOX_LETTERS_SQL, OUTBOX_SQL, type SqliteOutbox } from './sqlite-outbox.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

type Sent = Mail & { messageId: string }

let folder: string
let database: Database
let outbox: SqliteOutbox
let clock: number
let relay: Relay
let sent: Sent[]
let send: (mail: Sent) => Promise<void>
let log: string[]

beforeEach(() => {
  clock = Date.UTC(2026, 0, 1)
  sent = []
  log = []
  send = async (mail) => void sent.push(mail)
  folder = mkdtempSync(join(tmpdir(), 'nashta-relay-'))
  database = openDatabase({
    path: join(folder, 'test.sqlite'),
    migrations: [{ id: 1, name: 'outbox', sql: OUTBOX_SQL + OUTBOX_LETTERS_SQL }],
    now: () => new Date(clock),
  })
  outbox = createSqliteOutbox(database, () => new Date(clock))
})
afterEach(async () => {
  await relay.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

function start({ concurrency = 2 } = {}) {
  const transport: MailTransport = {
    concurrency,
    send: ({ letter, ...mail }) => send({ ...mail, ...writeLetter(letter) }),
    close: async () => {},
  }
  const logger = createLogger({
    service: 'test',
    level: 'info',
    destination: { write: (line) => void log.push(line) },
  })
  relay = startRelay({ outbox, transport, logger, now: () => new Date(clock) })
}

const add = (...ids: string[]) => database.write(() => ids.forEach((id) => outbox.add(anEntry(id))))
const subjects = () => sent.map(({ subject }) => subject)
const waiting = async () => (await outbox.backlog()).waiting
const allSent = () => vi.waitFor(async () => expect(await waiting()).toBe(0))
const failuresOf = (id: string) =>
  database.connection.prepare('SELECT failures FROM outbox WHERE dedupKey = ?').get(`written:${id}`)?.[
    'failures'
  ]

it('sends what is committed, without being told', async () => {
  start()
  await add('1', '2', '3')
  await allSent()

  expect(subjects()).toEqual(['Order 1', 'Order 2', 'Order 3'])
})

it('sends what an earlier process left behind', async () => {
  await add('1')
  start()
  await allSent()

  expect(subjects()).toEqual(['Order 1'])
})

it('sends nothing that a failed write would have announced', async () => {
  start()
  const refused = database.write(() => {
    outbox.add(anEntry('refused'))
    throw new Error('out of stock')
  })
  await expect(refused).rejects.toThrow('out of stock')
  await add('1')
  await allSent()

  expect(subjects()).toEqual(['Order 1'])
})

it('goes on at once where others take part of what it would', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await add('1', '2', '3', '4', '5')
    const whole = outbox
    outbox = { ...whole, claim: (due) => whole.claim({ ...due, limit: 1 }) }
    start({ concurrency: 4 })
    await allSent()
    expect(sent).toHaveLength(5)
  } finally {
    vi.useRealTimers()
  }
})

it('looks by itself too', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    start()
    const unheard = createSqliteOutbox(database, () => new Date(clock))
    await database.write(() => unheard.add(anEntry('1')))
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
    expect(sent).toEqual([])

    vi.advanceTimersByTime(SECOND)
    await allSent()
    expect(subjects()).toEqual(['Order 1'])
  } finally {
    vi.useRealTimers()
  }
})

it('tries a failed mail again after 2, 4, 8 seconds and so on, never more than 15 minutes apart', async () => {
  const tries: number[] = []
  send = async () => {
    tries.push(clock)
    throw new MailNotSent('SMTP_451', { permanent: false })
  }
  start()
  await add('1')
  for (let failures = 1; failures <= 14; failures += 1) {
    await vi.waitFor(() => expect(failuresOf('1')).toBe(failures))
    const nextDue = (await outbox.backlog()).nextDue?.getTime() ?? 0
    clock = nextDue - 1
    relay.wake()
    await new Promise(setImmediate)
    clock = nextDue
    relay.wake()
  }
  await vi.waitFor(() => expect(tries).toHaveLength(15))

  const waits = tries.slice(1).map((at, index) => (at - (tries[index] ?? 0)) / SECOND)
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900, 900])
})

it('a mail that failed goes out at its next try, under the same Message-ID', async () => {
  const ids: string[] = []
  send = async ({ messageId }) => {
    ids.push(messageId)
    if (ids.length === 1) throw new MailNotSent('ECONNECTION', { permanent: false })
  }
  start()
  await add('1')
  await vi.waitFor(() => expect(failuresOf('1')).toBe(1))
  clock += 2 * SECOND
  relay.wake()
  await allSent()

  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

it.each([
  ['refused for good', 0, new MailNotSent('SMTP_550', { permanent: true })],
  ['four days old', 4 * DAY, new MailNotSent('SMTP_451', { permanent: false })],
])('gives up a mail that is %s, and says so', async (_case, age, error) => {
  await add('1')
  clock += age
  send = async () => {
    throw error
  }
  start()
  await allSent()

  expect(log.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', part: 'written', msg: `a mail could not be delivered: ${error.code}` },
  ])
})

it('one mail that fails does not hold up the others', async () => {
  send = async (mail) => {
    if (mail.subject === 'Order 1') throw new MailNotSent('SMTP_451', { permanent: false })
    sent.push(mail)
  }
  start({ concurrency: 1 })
  await add('1', '2', '3')
  await vi.waitFor(() => expect(subjects()).toEqual(['Order 2', 'Order 3']))
})

it('logs why, and nothing that tells to whom', async () => {
  send = async ({ to }) => {
    throw new Error(`550 <${to}> आशा@उदाहरण.भारत is unknown here`)
  }
  start()
  await add('1')
  await vi.waitFor(() => expect(failuresOf('1')).toBe(1))

  expect(log).toHaveLength(1)
  expect(JSON.parse(log[0] ?? '')).toMatchObject({ level: 'warn', part: 'written', count: 1 })
  expect(log[0]).not.toMatch(/example|asha|आशा|unknown here/)
})

it('hands over no more at once than the transport takes', async () => {
  let now = 0
  let most = 0
  send = async ({ subject }) => {
    most = Math.max(most, (now += 1))
    for (let turn = 0; turn <= subject.length + (Number(subject.at(-1)) % 4); turn += 1) {
      await new Promise(setImmediate)
    }
    now -= 1
  }
  start({ concurrency: 3 })
  await add(...Array.from({ length: 20 }, (_, index) => String(index)))
  await allSent()

  expect(most).toBe(3)
})

it('close finishes the mail in flight and takes no other', async () => {
  const { promise: delivered, resolve: deliver } = Promise.withResolvers<void>()
  const { promise: started, resolve: begin } = Promise.withResolvers<void>()
  send = async (mail) => {
    sent.push(mail)
    begin()
    await delivered
  }
  start({ concurrency: 1 })
  await add('1', '2')
  await started
  const closing = relay.close()
  deliver()
  await closing

  expect(await waiting()).toBe(1)
  relay.wake()
  await new Promise(setImmediate)
  expect(subjects()).toEqual(['Order 1'])
})

it('sends nothing once it is closed, not even what it was just woken for', async () => {
  await add('1')
  start()
  await relay.close()
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)

  expect(sent).toEqual([])
})

it('a send that never ends is a failure after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { promise: started, resolve: begin } = Promise.withResolvers<void>()
    send = () => {
      begin()
      return new Promise(() => {})
    }
    start()
    await add('1')
    await started
    vi.advanceTimersByTime(MINUTE)
  } finally {
    vi.useRealTimers()
  }
  await vi.waitFor(() => expect(failuresOf('1')).toBe(1))
})

it('is ready with mails that fail, and not ready with mails that nobody tries', async () => {
  send = async () => {
    throw new MailNotSent('ECONNECTION', { permanent: false })
  }
  start()
  await add('1')
  await vi.waitFor(() => expect(failuresOf('1')).toBe(1))
  expect(await relay.backlog()).toMatchObject({ waiting: 1 })
  await relay.probe()

  await relay.close()
  clock += 11 * MINUTE
  await expect(relay.probe()).rejects.toThrow('1 mails wait')
})
