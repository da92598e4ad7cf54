import type { MailTransport } from '@nashta/mail/mail'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LocalPool, LOCAL, openLocalPool } from './conformance/local-pool.fixture.ts'
import { peopleOf } from './conformance/people.fixture.ts'
import { unusedEmail } from './conformance/pool.fixture.ts'
import { post } from './conformance/post.fixture.ts'

let local: LocalPool
let people: ReturnType<typeof peopleOf>
let mailTransport: ReturnType<typeof pausable>
beforeAll(async () => {
  local = await openLocalPool({ wrapTransport: (mailbox) => (mailTransport = pausable(mailbox)) })
  people = peopleOf({ ...LOCAL, ...local, mailsTo: (email) => local.mailbox.list(email), local })
})
afterAll(() => local.close())

/**
 * A transport that can be paused: with a concurrency of 0 no mail is sent. Every delivered mail is a write, which a test
 * must not count.
 */
function pausable(transport: MailTransport) {
  let paused = false
  return {
    get concurrency() {
      return paused ? 0 : transport.concurrency
    },
    send: (mail: Parameters<MailTransport['send']>[0]) => transport.send(mail),
    close: () => transport.close(),
    async pause() {
      await expect.poll(pendingMails).toBe(0)
      paused = true
    },
    resume() {
      paused = false
    },
  }
}

const count = (sql: string) => Number(local.pool.database.connection.prepare(sql).get()?.['count'])
const changes = () => count('SELECT total_changes() AS count')
const pendingMails = () => count(`SELECT count(*) AS count FROM outbox WHERE state = 'pending'`)

/** Commits that wrote something. Each waits for the disk, so a caller could measure them. */
const commits = { count: 0 }
beforeEach(() => {
  const { connection } = local.pool.database
  const exec = connection.exec.bind(connection)
  let before = changes()
  vi.spyOn(connection, 'exec').mockImplementation((sql) => {
    exec(sql)
    if (sql !== 'COMMIT') return
    if (changes() > before) commits.count += 1
    before = changes()
  })
})
afterEach(() => mailTransport.resume())

/** The client that hides which users exist. */
const ClientId = LOCAL.clients.C2.id

const CALLS: [operation: string, body: (name: string) => object][] = [
  [
    'InitiateAuth',
    (USERNAME) => ({
      ClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME, PASSWORD: 'Wr0ng!pass' },
    }),
  ],
  ['ForgotPassword', (Username) => ({ ClientId, Username })],
  [
    'ConfirmForgotPassword',
    (Username) => ({ ClientId, Username, ConfirmationCode: '000000', Password: 'N3w!password' }),
  ],
  ['ResendConfirmationCode', (Username) => ({ ClientId, Username })],
  ['ConfirmSignUp', (Username) => ({ ClientId, Username, ConfirmationCode: '000000' })],
]

/** A response without its unique headers, and the work it took: hashes and commits. */
async function observe(operation: string, body: object) {
  const { counts } = local.hashes
  const before = { hashes: counts.evaluations, commits: commits.count }
  const { status, headers, body: text } = await post(local, operation, body)
  const unique = new Set(['date', 'x-amzn-requestid', 'x-request-id', 'keep-alive'])
  return {
    status,
    text,
    headers: [...headers].filter(([name]) => !unique.has(name)),
    hashes: counts.evaluations - before.hashes,
    commits: commits.count - before.commits,
  }
}

describe.each(CALLS)('%s, through a client that hides users,', (operation, bodyFor) => {
  // Sixteen calls exceed the limits of five passwords, five mails and fifteen codes.
  it('responds alike and does the same work for confirmed, unconfirmed and unknown users', async () => {
    const confirmed = (await people.confirmed()).email
    const unconfirmed = (await people.signedUp()).email
    // An hour later the mail of the sign-up no longer counts towards the limit of mails.
    local.advance(60 * 60 * 1000)
    const unknownEmail = unusedEmail()
    await mailTransport.pause()

    for (let times = 1; times <= 16; times += 1) {
      const first = await observe(operation, bodyFor(unknownEmail))
      expect(await observe(operation, bodyFor(confirmed)), `confirmed, call ${times}`).toEqual(first)
      expect(await observe(operation, bodyFor(unconfirmed)), `unconfirmed, call ${times}`).toEqual(first)
    }
  })

  it('responds with the same status and number of hashes to a name that is no e-mail address as to an unknown address', async () => {
    const { status, hashes } = await observe(operation, bodyFor('asha'))
    expect(await observe(operation, bodyFor(unusedEmail()))).toMatchObject({ status, hashes })
    expect(status).toBeLessThan(500)
  })

  it('responds alike and does the same work when the codes of the sign-ups have expired', async () => {
    const confirmed = (await people.confirmed()).email
    const unconfirmed = (await people.signedUp()).email
    local.advance(25 * 60 * 60 * 1000)
    await mailTransport.pause()

    const forUnknown = await observe(operation, bodyFor(unusedEmail()))
    expect(await observe(operation, bodyFor(confirmed))).toEqual(forUnknown)
    expect(await observe(operation, bodyFor(unconfirmed))).toEqual(forUnknown)
  })
})
