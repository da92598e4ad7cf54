import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { LINK_INVALID } from '@nashta/contracts/newsletter/mailed-link'
import {
  NEWSLETTER_CHECK_MAIL,
  NEWSLETTER_CONFIRMED,
  NEWSLETTER_UNSUBSCRIBED,
  subscribeNewsletter,
} from '@nashta/contracts/newsletter/newsletter'
import { createSqliteDocuments } from '@nashta/documents/sqlite-documents'
import { readMailEntry } from '@nashta/mail/mail-topic'
import { renderContent } from '@nashta/mail/render-content'
import { createSqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import { createAuthorise } from '@nashta/service-kit/auth/authorise'
import { createService } from '@nashta/service-kit/http/create-service'
import { registerRoutes } from '@nashta/service-kit/http/routes'
import { createLogger } from '@nashta/service-kit/process/logger'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shopMigrations } from '../adapters/sqlite/migrations.ts'
import { newsletterRoutes } from './newsletter-routes.ts'
import { createNewsletterStore, type NewsletterStore } from './newsletter-store.ts'

const HOUR_MS = 60 * 60_000

/** The length of 32 bytes in base64url. */
const TOKEN_LENGTH = 43

let folder: string
let database: Database
let newsletter: NewsletterStore
let app: ReturnType<typeof createService>
let clock: number
let tokenCount: number

beforeEach(() => {
  clock = Date.UTC(2026, 0, 1)
  tokenCount = 0
  folder = mkdtempSync(join(tmpdir(), 'nashta-newsletter-routes-'))
  const now = () => new Date(clock)
  database = openDatabase({ path: join(folder, 'shop.sqlite'), migrations: shopMigrations, now })
  newsletter = createNewsletterStore(
    createSqliteDocuments({ database, now, outbox: createSqliteOutbox(database, now) }),
  )
  app = createService({ logger: createLogger({ service: 'shop-api', level: 'silent' }), https: false })
  const routes = newsletterRoutes({
    newsletter,
    publicUrl: 'https://snacks.example',
    now,
    // Each token is one repeated byte, and no two tokens have the same byte.
    randomBytes: (size) => Buffer.alloc(size, (tokenCount += 1)),
  })
  registerRoutes(app, routes, {
    base: SHOP_API_BASE,
    https: false,
    ipGuardOf: () => null,
    authorise: createAuthorise(async () => null),
  })
})
afterEach(async () => {
  await app.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

const post = (body: object) => app.inject({ method: 'POST', url: '/api/newsletter', body })
const subscribe = (email = 'asha@example.com') => post({ name: 'Asha', email })
const mails = () =>
  database.connection
    .prepare('SELECT payload FROM outbox ORDER BY id')
    .all()
    .map(({ payload }) => {
      const { to, content } = readMailEntry({ payload: String(payload) }, null)
      return Object.assign(renderContent(content), { to })
    })
/** The API URL that our page calls when the link to `kind` in the newest mail is opened. */
const apiUrlOf = (kind: string) => {
  const link = new RegExp(`https://snacks\\.example(/newsletter/${kind}\\?token=[\\w-]{${TOKEN_LENGTH}})\\n`)
  return SHOP_API_BASE + (link.exec(mails().at(-1)?.text ?? '')?.[1] ?? '/no-link')
}
const statusOf = async (email = 'asha@example.com') => (await newsletter.find(email))?.status

it('a subscription is confirmed by one link of the mail and ended by the other', async () => {
  const response = await subscribe()
  expect(response.statusCode).toBe(200)
  expect(parseExactly(subscribeNewsletter.reply, response.json())).toEqual({
    data: { message: NEWSLETTER_CHECK_MAIL },
  })
  expect(mails()).toMatchObject([{ to: 'asha@example.com' }])
  expect(await statusOf()).toBe('pending')

  const confirmed = await app.inject(apiUrlOf('confirm'))
  expect(confirmed.statusCode).toBe(200)
  expect(confirmed.json()).toEqual({ data: { message: NEWSLETTER_CONFIRMED } })
  expect(await statusOf()).toBe('confirmed')

  const ended = await app.inject(apiUrlOf('unsubscribe'))
  expect(ended.json()).toEqual({ data: { message: NEWSLETTER_UNSUBSCRIBED } })
  expect(await statusOf()).toBe('unsubscribed')
})

it('new, pending, confirmed, unsubscribed and limited addresses get equal responses', async () => {
  const responses = [await subscribe(), await subscribe()]
  await app.inject(apiUrlOf('confirm'))
  responses.push(await subscribe())
  await app.inject(apiUrlOf('unsubscribe'))
  // One mail a day is allowed, so these requests are too many.
  for (let times = 0; times < 6; times += 1) responses.push(await subscribe())

  const seen = responses.map(
    ({ statusCode, body, headers: { 'x-request-id': _id, date: _date, ...headers } }) =>
      JSON.stringify([statusCode, body, headers]),
  )
  expect(new Set(seen).size).toBe(1)
})

it('an address that has not confirmed gets one mail a day, in whatever case it is typed', async () => {
  for (let times = 0; times < 4; times += 1) await subscribe()
  for (let times = 0; times < 4; times += 1) await subscribe('ASHA@Example.com')
  expect(mails()).toHaveLength(1)
  await subscribe('ravi@example.com')
  expect(mails()).toHaveLength(2)

  clock += 24 * HOUR_MS - 1
  await subscribe()
  expect(mails()).toHaveLength(2)
  clock += 1
  await subscribe()
  expect(mails()).toHaveLength(3)
})

it('a token is neither in the stored links nor in the keys of the outbox', async () => {
  await subscribe()
  const token = apiUrlOf('confirm').split('=')[1] ?? ''
  expect(token).toHaveLength(TOKEN_LENGTH)

  const links = JSON.stringify(database.connection.prepare('SELECT * FROM documents').all())
  const keys = JSON.stringify(database.connection.prepare('SELECT key FROM outbox').all())
  for (const stored of [links, keys]) expect(stored).not.toContain(token)
})

it('the confirm link works for 48 hours, and the unsubscribe link for ever', async () => {
  await subscribe()
  clock += 48 * HOUR_MS - 1
  expect((await app.inject(apiUrlOf('confirm'))).statusCode).toBe(200)
  clock += 1
  expect((await app.inject(apiUrlOf('confirm'))).json()).toEqual({
    code: 'VALIDATION_FAILED',
    message: LINK_INVALID,
  })
  expect(await statusOf()).toBe('confirmed')

  clock += 10_000 * HOUR_MS
  expect((await app.inject(apiUrlOf('unsubscribe'))).statusCode).toBe(200)
  expect(await statusOf()).toBe('unsubscribed')
})

it('an address can still be confirmed after a scanner opened every link of its mail', async () => {
  await subscribe()
  const kinds = Array.from((mails()[0]?.text ?? '').matchAll(/\/newsletter\/(\w+)/g), ([, kind = '']) => kind)
  for (const kind of kinds) await app.inject(apiUrlOf(kind))
  // The link to unsubscribe is the last one of the mail.
  expect(await statusOf()).toBe('unsubscribed')

  await app.inject(apiUrlOf('confirm'))
  expect(await statusOf()).toBe('confirmed')
})

it.each([
  ['a HEAD request', { method: 'HEAD' }],
  ['a prefetch', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
  ['a prefetch by an older browser', { headers: { purpose: 'prefetch' } }],
  ['a preview', { headers: { 'x-purpose': 'preview' } }],
] as const)('%s neither confirms nor unsubscribes', async (_case, request) => {
  await subscribe()
  expect((await app.inject({ url: apiUrlOf('confirm'), ...request })).statusCode).toBe(200)
  expect(await statusOf()).toBe('pending')

  await app.inject(apiUrlOf('confirm'))
  await app.inject({ url: apiUrlOf('unsubscribe'), ...request })
  expect(await statusOf()).toBe('confirmed')
})

it.each([
  ['no name', { email: 'asha@example.com' }],
  ['a blank name', { name: '  ', email: 'asha@example.com' }],
  ['a name of 101 characters', { name: 'x'.repeat(101), email: 'asha@example.com' }],
  ['no address', { name: 'Asha' }],
  ['an invalid address', { name: 'Asha', email: 'asha' }],
  ['two addresses', { name: 'Asha', email: 'asha@example.com,ravi@example.com' }],
  ['an address with a line break', { name: 'Asha', email: 'asha@example.com\r\nBcc:ravi@example.com' }],
  ['a list in place of an address', { name: 'Asha', email: ['asha@example.com'] }],
])('a subscription with %s is refused, and no mail is sent', async (_case, body) => {
  const response = await post(body)

  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED' })
  expect(mails()).toEqual([])
})

it.each(['confirm', 'unsubscribe'])(
  'the endpoint to %s refuses a missing, empty, unknown or very long token',
  async (kind) => {
    const base = `/api/newsletter/${kind}`
    for (const url of [
      base,
      `${base}?token=`,
      `${base}?token=${'x'.repeat(TOKEN_LENGTH)}`,
      `${base}?token=${'x'.repeat(5000)}`,
    ]) {
      const response = await app.inject(url)

      expect(response.statusCode).toBe(400)
      expect(response.json().message).toContain(LINK_INVALID)
    }
  },
)

function postForm(body: string, headers = {}) {
  return app.inject({
    method: 'POST',
    url: '/api/newsletter/form',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: body,
  })
}

it('a form of a page without JavaScript subscribes, and leads to a page that says what happens next', async () => {
  const sent = await postForm('name=Asha&email=Asha%40example.in', { 'sec-fetch-site': 'same-origin' })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, '/newsletter/sent'])
  expect((await newsletter.find('asha@example.in'))?.name).toBe('Asha')

  const incomplete = await postForm('name=+&email=ravi%40example.in')
  expect([incomplete.statusCode, incomplete.headers.location]).toEqual([303, '/newsletter/incomplete'])
  const foreign = await postForm('name=Ravi&email=ravi%40example.in', { 'sec-fetch-site': 'cross-site' })
  expect(foreign.statusCode).toBe(403)
  expect(await newsletter.find('ravi@example.in')).toBeNull()
})
