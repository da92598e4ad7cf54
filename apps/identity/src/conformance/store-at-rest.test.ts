import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  DeleteUserCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { renderContent } from '@nashta/mail/render-content'
import { DeliveryFailed } from '@nashta/outbox/outbox'
import { expect, it } from 'vitest'
import { LOCAL, openLocalPool } from './local-pool.fixture.ts'
import { ATTRIBUTES, peopleOf } from './people.fixture.ts'
import { codeFor, openPool, otherCode, PW, unusedEmail } from './pool.fixture.ts'
import { post } from './post.fixture.ts'

function filesOf(folder: string) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)) }))
}

// The test does not search the mailbox, which contains the delivered mails with their codes.
it('store-at-rest: no file and no log line has a password, code or token, and no log line has an address or a sub', async ({
  skip,
}) => {
  const pool = await openPool()
  if (!pool.local) return skip('the test reads the files of the pool')
  const { dataFolder, logLines } = pool.local
  const people = peopleOf(pool)
  const ClientId = pool.clients.C0.id
  const NEW = 'Canary!N3w-password'
  const WRONG = 'Canary!Wr0ng-password'

  const { email, sub, code: firstCode } = await people.signedUp()
  await people.client.send(new ResendConfirmationCodeCommand({ ClientId, Username: email }))
  const secondCode = await codeFor(pool, email, { mailCount: 2 })
  const wrongCode = otherCode(secondCode)
  await people.confirm(email, wrongCode).catch(() => {})
  await people.confirm(email, secondCode)
  await people.signIn(email, WRONG).catch(() => {})
  const first = await people.signIn(email)
  const refreshed = await people.refresh(first.RefreshToken)
  await people.refresh('canary-refresh-token').catch(() => {})
  await people.client.send(
    new ChangePasswordCommand({
      AccessToken: first.AccessToken,
      PreviousPassword: PW,
      ProposedPassword: NEW,
    }),
  )
  await people.client.send(new ForgotPasswordCommand({ ClientId, Username: email }))
  // The third mail is the notice of the changed password.
  const resetCode = await codeFor(pool, email, { mailCount: 4 })
  await people.client.send(
    new ConfirmForgotPasswordCommand({
      ClientId,
      Username: email,
      ConfirmationCode: resetCode,
      Password: PW,
    }),
  )
  const second = await people.signIn(email)
  // The error of a malformed request must not quote the password.
  await post(
    pool,
    'SignUp',
    `{"ClientId":"${ClientId}","Username":"x","Password":"${WRONG}","UserAttributes":7}`,
  )

  // The address of a sign-in without an account is not stored. The client C2 hides which users
  // exist.
  const stranger = unusedEmail('stranger')
  await people.signIn(stranger, WRONG, pool.clients.C2.id).catch(() => {})

  const tokens = [first, refreshed, second].flatMap(({ AccessToken, IdToken, RefreshToken }) => [
    AccessToken ?? '',
    IdToken ?? '',
    RefreshToken ?? '',
  ])
  // The signatures are searched on their own too, because only a part of a token may be stored.
  const canaries = [
    PW,
    NEW,
    WRONG,
    'canary-refresh-token',
    stranger,
    ...tokens,
    ...tokens.map((token) => token.split('.')[2] ?? ''),
  ]
  const files = filesOf(dataFolder)
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['identity.sqlite', 'identity.sqlite-wal']),
  )
  expect(files.some(({ bytes }) => bytes.includes(email))).toBe(true)
  expect(logLines.join('')).toContain('sign-in failed: account ')

  for (const canary of canaries.filter((text) => text !== '')) {
    for (const { name, bytes } of files) expect(bytes.includes(canary), `${canary} in ${name}`).toBe(false)
    for (const line of logLines) expect(line).not.toContain(canary)
  }
  for (const line of logLines) for (const name of [email, sub]) expect(line).not.toContain(name)

  // A longer number or a hash may contain the six digits by chance. So codes are searched as
  // separate numbers.
  for (const code of [firstCode, secondCode, wrongCode, resetCode]) {
    const separateNumber = new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`, 'i')
    for (const value of storedValues(pool.local)) expect(value).not.toMatch(separateNumber)
    for (const line of logLines) expect(line).not.toMatch(separateNumber)
  }
  return pool.close()
})

/** The values of all columns of all rows. */
function storedValues({ pool }: Awaited<ReturnType<typeof openLocalPool>>) {
  const { connection } = pool.database
  const tables = connection.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
  return tables.flatMap(({ name }) =>
    connection
      .prepare(`SELECT * FROM ${String(name)}`)
      .all()
      .flatMap((row) => Object.values(row).map(String)),
  )
}

it('a code in a queued mail is encrypted: no file contains it as plain text', async ({ skip }) => {
  if (process.env['CONFORMANCE_ENDPOINT']) return skip('the test reads the files of the pool')
  const sent: string[] = []
  const local = await openLocalPool({
    mailTransport: {
      concurrency: 1,
      async send({ content }) {
        sent.push(renderContent(content).subject)
        throw new DeliveryFailed('UNREACHABLE', { isPermanent: false })
      },
      close: async () => {},
    },
  })
  const subjects = () => sent.filter((subject) => subject.includes('confirmation code'))
  const people = peopleOf({ ...LOCAL, ...local, mailsTo: async () => [], local })
  const email = unusedEmail()
  await people.signUp(email)
  await expect.poll(subjects).toHaveLength(1)
  const code = /^\d{6}/.exec(subjects()[0] ?? '')?.[0] ?? ''

  const queued = local.pool.database.connection.prepare('SELECT state FROM outbox').all()
  expect(queued).toMatchObject([{ state: 'pending' }])
  for (const { name, bytes } of filesOf(local.dataFolder)) {
    for (const text of [`"code":"${code}"`, `${code} is your`, 'Welcome'])
      expect(bytes.includes(text), `${text} in ${name}`).toBe(false)
  }
  // The subject begins with the code and a space. Without the space, a longer number could contain
  // the code by chance.
  for (const value of storedValues(local)) expect(value).not.toContain(`${code} `)
  return local.close()
})

it('the files of a running store contain nothing of a deleted account', async ({ skip }) => {
  const pool = await openPool()
  if (!pool.local) return skip('the test reads the files of the pool')
  const { dataFolder } = pool.local
  const people = peopleOf(pool)
  const { email, AccessToken } = await people.signedIn()
  const words = [email, ATTRIBUTES.phone_number]
  const found = () => filesOf(dataFolder).filter(({ bytes }) => words.some((word) => bytes.includes(word)))
  expect(found()).not.toEqual([])
  await people.client.send(new DeleteUserCommand({ AccessToken }))
  expect(found().map(({ name }) => name)).toEqual([])
  return pool.close()
})

it('files with secrets are readable by their owner only', async ({ skip }) => {
  if (process.env['CONFORMANCE_ENDPOINT']) return skip('the test reads the files of the pool')
  const local = await openLocalPool()
  const names = ['user-pool.json', 'signing-keys.json', 'identity.sqlite', 'identity.sqlite-wal']
  const modes = names.map((name) => statSync(join(local.dataFolder, name)).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600, 0o600, 0o600])
  return local.close()
})
