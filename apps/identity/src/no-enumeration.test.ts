import type { MailTransport } from '@nashta/mail/mail'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LocalPool, LOCAL, openLocalPool } from './conformance/local-pool.fixture.ts'
import { peopleOf } from './conformance/people.fixture.ts'
import { unusedEmail } from './conformance/pool.fixture.ts'
import { post } from './conformance/post.fixture.ts'

let local: LocalPool
let people: ReturnType<typeof peopleOf>
let mailTransport: ReturnType<typeof createPausableTransport>
beforeAll(async () => {
  local = await openLocalPool({
    wrapTransport: (mailbox) => (mailTransport = createPausableTransport(mailbox)),
  })
  people = peopleOf({ ...LOCAL, ...local, mailsTo: (email) => local.mailbox.list(email), local })
})
afterAll(() => local.close())

/**
 * Every delivered mail writes to the database, and tests must not count that work. So they pause
 * the transport: with a concurrency of 0 no mail is sent.
 */
function createPausableTransport(transport: MailTransport) {
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

function readCount(sql: string) {
  return Number(local.pool.database.connection.prepare(sql).get()?.['count'])
}
const changedRows = () => readCount('SELECT total_changes() AS count')
const pendingMails = () => readCount(`SELECT count(*) AS count FROM outbox WHERE state = 'pending'`)

/** The commits that wrote something. Each waits for the disk, so callers could measure it. */
const commits = { count: 0 }
beforeEach(() => {
  const { connection } = local.pool.database
  const exec = connection.exec.bind(connection)
  let before = changedRows()
  vi.spyOn(connection, 'exec').mockImplementation((sql) => {
    exec(sql)
    if (sql !== 'COMMIT') return
    if (changedRows() > before) commits.count += 1
    before = changedRows()
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
  it('responds alike and does the same work for confirmed, unconfirmed and unknown users', async () => {
    const confirmed = (await people.confirmed()).email
    const unconfirmed = (await people.signedUp()).email
    // An hour later the mail of the sign-up no longer counts towards the limit of mails.
    local.advance(60 * 60 * 1000)
    const unknownEmail = unusedEmail()
    await mailTransport.pause()

    // Sixteen calls exceed the limits of five passwords, five mails and fifteen codes.
    for (let call = 1; call <= 16; call += 1) {
      const forUnknown = await observe(operation, bodyFor(unknownEmail))
      const forConfirmed = await observe(operation, bodyFor(confirmed))
      expect(forConfirmed, `confirmed, call ${call}`).toEqual(forUnknown)
      const forUnconfirmed = await observe(operation, bodyFor(unconfirmed))
      expect(forUnconfirmed, `unconfirmed, call ${call}`).toEqual(forUnknown)
    }
  })

  it('gives a name that is no address the status and hashes of an unknown address', async () => {
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
