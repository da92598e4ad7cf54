import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createLogger } from '@nashta/service-kit/process/logger'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMailboxApp } from './mailbox-app.ts'
import { type Mailbox, openSqliteMailbox } from './sqlite-mailbox.ts'
import { senderOf } from './templates/layout.ts'

const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>'

let folder: string
let mailbox: Mailbox
let app: ReturnType<typeof createMailboxApp>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-mailbox-app-'))
  mailbox = openSqliteMailbox({ path: join(folder, 'mailbox.sqlite'), now: () => new Date(0) })
  const logger = createLogger({ service: 'mailbox', level: 'silent' })
  app = createMailboxApp({ mailbox, logger, https: false })
})
afterEach(async () => {
  await app.close()
  await mailbox.close()
  rmSync(folder, { recursive: true })
})

const send = (subject: string, { to = 'asha@example.com', text = 'text', html = '<p>html</p>' } = {}) =>
  mailbox.send({
    to,
    content: { senderName: 'Nashta', subject, text, html },
    messageId: `<${subject}@x>`,
  })

it('the mails to an address are served as JSON, newest first', async () => {
  await send('First')
  await send('Second')
  await send('Other', { to: 'ravi@example.com' })
  const response = await app.inject('/dev/mailbox/messages?to=asha%40example.com')

  expect(response.statusCode).toBe(200)
  const common = {
    to: 'asha@example.com',
    text: 'text',
    html: '<p>html</p>',
    sentAt: '1970-01-01T00:00:00.000Z',
  }
  expect(response.json()).toEqual({
    messages: [
      { ...common, subject: 'Second' },
      { ...common, subject: 'First' },
    ],
  })
})

it('a request without an address gets all mails', async () => {
  await send('First')
  await send('Other', { to: 'ravi@example.com' })

  expect((await app.inject('/dev/mailbox/messages')).json().messages).toHaveLength(2)
})

it('the list links to the page of each mail, and says when an address has no mails', async () => {
  await send('First')
  const list = await app.inject('/dev/mailbox')
  expect(list.headers['content-type']).toBe('text/html; charset=utf-8')
  const [, link = ''] = /href="([^"]+)">First</.exec(list.body) ?? []

  const page = await app.inject(link)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('srcdoc="&lt;p&gt;html&lt;/p&gt;"')
  expect((await app.inject('/dev/mailbox?to=ravi%40example.com')).body).toContain('No mails yet.')
})

it('a mail adds no markup to a page, whose content security policy allows no script', async () => {
  await send(HOSTILE, { html: HOSTILE, text: HOSTILE })
  const [message] = await mailbox.list()
  for (const url of [
    '/dev/mailbox',
    `/dev/mailbox?to=${encodeURIComponent(HOSTILE)}`,
    `/dev/mailbox/messages/${message?.id}`,
  ]) {
    const { body, headers } = await app.inject(url)

    expect(body).not.toMatch(/<script|<img/)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src /)
    expect(headers['content-security-policy']).not.toMatch(/script-src|unsafe-inline|unsafe-eval/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toBe('no-store')
  }
})

it('a mail is shown with its inline styles, in a sandbox without scripts, forms and the store’s origin', async () => {
  const data = { name: 'Asha', confirmUrl: 'http://x/a', unsubscribeUrl: 'http://x/b' }
  const content = { message: { kind: 'newsletter-confirm', data } as const, sender: senderOf(null) }
  await mailbox.send({ to: 'asha@example.com', content, messageId: '<newsletter@x>' })
  const [message] = await mailbox.list()
  const { body, headers } = await app.inject(`/dev/mailbox/messages/${message?.id}`)

  expect(/sandbox="([^"]*)"/.exec(body)?.[1]).toBe('allow-popups allow-popups-to-escape-sandbox')
  const styles = Array.from((message?.html ?? '').matchAll(/style="([^"]*)"/g), ([, style = '']) => style)
  expect(styles.length).toBeGreaterThan(5)
  for (const style of styles) expect(headers['content-security-policy']).toContain(cspHashOf(style))
})

it('the content security policy has the hash of the page’s style sheet', async () => {
  const { body, headers } = await app.inject('/dev/mailbox')
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(body) ?? []

  expect(headers['content-security-policy']).toContain(cspHashOf(style))
})

it('the page has the store’s icon, which the content security policy allows', async () => {
  const { body, headers } = await app.inject('/dev/mailbox')

  expect(body).toContain('<link rel="icon" href="/favicon.svg"')
  expect(headers['content-security-policy']).toContain("; img-src 'self';")
})

it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])(
  'the mailbox is open to %s',
  async (remoteAddress) => {
    expect((await app.inject({ url: '/dev/mailbox/messages', remoteAddress })).statusCode).toBe(200)
  },
)

it.each([
  ['another machine', '192.168.1.5', {}],
  ['another machine whose IPv4 address comes in IPv6 form', '::ffff:10.0.0.1', {}],
  ['a client that forges its address', '203.0.113.9', { 'x-forwarded-for': '127.0.0.1' }],
  ['a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
  ['a foreign host name that leads to this machine', '127.0.0.1', { host: 'evil.example:3000' }],
  ['a host name that only begins with localhost', '127.0.0.1', { host: 'localhost.evil.example' }],
])('the mailbox is closed to %s', async (_case, remoteAddress, headers) => {
  await send('Secret')
  for (const url of ['/dev/mailbox', '/dev/mailbox/messages', '/dev/mailbox/messages/1', '/dev/mailbox/x']) {
    const response = await app.inject({ url, remoteAddress, headers })

    expect(response.statusCode).toBe(403)
    expect(response.body).not.toContain('Secret')
  }
})

it.each([
  [
    'HTTP/1.0 with a host name, as some proxies send it',
    'GET /dev/mailbox HTTP/1.0\r\nHost: localhost\r\n\r\n',
  ],
  ['HTTP/1.0 without a host name', 'GET /dev/mailbox HTTP/1.0\r\n\r\n'],
])('the mailbox is closed to %s', async (_case, bytes) => {
  await send('Secret')
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(bytes)
  const response = await text(socket)

  expect(response).toMatch(/^HTTP\/1.1 403 /)
  expect(response).not.toContain('Secret')
})

it.each([
  ['a request for a mail that does not exist', 'GET', '/dev/mailbox/messages/99', 404],
  ['a request for two addresses', 'GET', '/dev/mailbox/messages?to=a&to=b', 400],
  ['a request with another method', 'DELETE', '/dev/mailbox/messages', 405],
] as const)('the mailbox refuses %s', async (_case, method, url, status) => {
  const response = await app.inject({ method, url })

  expect(response.statusCode).toBe(status)
  expect(response.json()).toEqual({ code: expect.any(String), message: expect.any(String) })
})

function cspHashOf(style: string) {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}
