import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { DeliveryFailed } from '@nashta/outbox/outbox'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, it } from 'vitest'
import type { MailTransport } from './mail.ts'
import { startSmtpServer } from './smtp-server.fixture.ts'
import { createSmtpTransport } from './smtp-transport.ts'

const mail = {
  to: 'asha@example.com',
  content: {
    senderName: 'Asha Foods',
    subject: 'आपका ऑर्डर ₹178',
    text: 'Two donuts',
    html: '<p>Two donuts</p>',
  },
  messageId: '<order-1@mail.nashta>',
}

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of cleanUp.splice(0).toReversed()) await close()
})

function transportTo(url: string, timeouts = {}): MailTransport {
  const transport = createSmtpTransport({ url, from: 'Nashta <hello@snacks.example>', timeouts })
  cleanUp.push(() => transport.close())
  return transport
}

async function setUp(options?: SMTPServerOptions) {
  const server = await startSmtpServer(options)
  cleanUp.push(server.close)
  return { ...server, transport: transportTo(server.url) }
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
/** The header lines of a mail. A header that continues on the next line becomes one line. */
const headersOf = (raw = '') =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replace(/\r\n\s+/g, ' ')
    .split('\r\n')
/** The error of an attempt to send; null when the attempt succeeds. */
const errorOf = (attempt: Promise<void>) =>
  attempt.then(
    () => null,
    (error: unknown) => error,
  )

it('a mail is sent as text and markup, to one address, under the given Message-ID', async () => {
  const { received, transport } = await setUp()
  await transport.send(mail)

  expect(received).toMatchObject([
    { to: ['asha@example.com'], from: 'hello@snacks.example', messageId: '<order-1@mail.nashta>' },
  ])
  expect(headersOf(received[0]?.raw)).toEqual(
    expect.arrayContaining([
      'From: Asha Foods <hello@snacks.example>',
      'To: asha@example.com',
      'Auto-Submitted: auto-generated',
    ]),
  )
  expect(received[0]?.raw).toContain('text/plain')
  expect(received[0]?.raw).toContain('<p>Two donuts</p>')
})

it('a 4xx refusal is not permanent, and the retry arrives under the same Message-ID', async () => {
  let attempts = 0
  const { received, transport } = await setUp({
    onRcptTo: (_address, _session, done) => {
      attempts += 1
      done(attempts === 1 ? refusal(451, 'Greylisted, asha@example.com, come back later') : null)
    },
  })

  const error = await errorOf(transport.send(mail))
  expect(error).toMatchObject({ code: 'SMTP_451', isPermanent: false })
  await transport.send(mail)
  expect(received.map(({ messageId }) => messageId)).toEqual(['<order-1@mail.nashta>'])
})

it.each([
  ['an unknown recipient', true, { onRcptTo: (_a, _s, done) => done(refusal(550, 'No such user')) }],
  ['a full mailbox', false, { onRcptTo: (_a, _s, done) => done(refusal(452, 'Mailbox full')) }],
  ['an unknown sender', false, { onMailFrom: (_a, _s, done) => done(refusal(553, 'Not yours')) }],
  ['every client', false, { onConnect: (_s, done) => done(refusal(554, 'Go away')) }],
] satisfies [string, boolean, SMTPServerOptions][])(
  'a mail to a server that refuses %s fails, and the failure is permanent: %s',
  async (_case, isPermanent, options) => {
    const { transport } = await setUp(options)
    const error = await errorOf(transport.send(mail))

    expect(error).toBeInstanceOf(DeliveryFailed)
    expect(error).toMatchObject({ isPermanent })
  },
)

it('the error of a failed mail contains no address', async () => {
  const { transport } = await setUp({
    onRcptTo: ({ address }, _session, done) => done(refusal(550, `${address} is unknown here`)),
  })
  const error = (await errorOf(transport.send(mail))) as DeliveryFailed

  expect(error.message).toBe('Delivery failed: SMTP_550')
  expect(error.stack).not.toContain('asha')
  expect(error.cause).toBeUndefined()
})

it('a mail fails when its connection is dropped, and its retry opens another one', async () => {
  const { received, transport, dropAtNextMail } = await setUp()
  await transport.send(mail)
  dropAtNextMail()

  expect(await errorOf(transport.send(mail))).toMatchObject({ isPermanent: false })
  await transport.send(mail)
  expect(received.map(({ messageId }) => messageId)).toEqual([mail.messageId, mail.messageId])
})

/** Accepts connections and never responds. */
async function startSilentServer() {
  const sockets: Socket[] = []
  const { promise: firstBytes, resolve } = Promise.withResolvers<Buffer>()
  const silent = createServer((socket) => {
    sockets.push(socket)
    socket.once('data', resolve)
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  cleanUp.push(async () => {
    for (const socket of sockets) socket.destroy()
    silent.close()
    await once(silent, 'close')
  })
  return { host: `127.0.0.1:${(silent.address() as AddressInfo).port}`, firstBytes }
}

it('sending to a silent server fails after a timeout', async () => {
  const { host } = await startSilentServer()
  const transport = transportTo(`smtp://${host}`, { greetingTimeout: 50 })

  const error = await errorOf(transport.send(mail))
  expect(error).toMatchObject({ code: 'ETIMEDOUT', isPermanent: false })
})

it('a connection to smtps uses TLS from the first byte', async () => {
  const { host, firstBytes } = await startSilentServer()
  const attempt = errorOf(transportTo(`smtps://${host}`, { connectionTimeout: 500 }).send(mail))

  const TLS_HANDSHAKE = 0x16
  expect((await firstBytes)[0]).toBe(TLS_HANDSHAKE)
  expect(await attempt).toMatchObject({ isPermanent: false })
})

it('the transport does not retry, because the relay does', async () => {
  let connections = 0
  const disconnecting = createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
    socket.end()
  }).listen(0, '127.0.0.1')
  await once(disconnecting, 'listening')
  cleanUp.push(async () => void disconnecting.close())
  const { port } = disconnecting.address() as AddressInfo

  expect(await errorOf(transportTo(`smtp://127.0.0.1:${port}`).send(mail))).toMatchObject({
    isPermanent: false,
  })
  expect(connections).toBe(1)
})

it('a failure because the server is down is not permanent', async () => {
  const server = await startSmtpServer()
  await server.close()

  expect(await errorOf(transportTo(server.url).send(mail))).toMatchObject({ isPermanent: false })
})

it('a mail is not sent in the clear when TLS is required', async () => {
  const { received, url } = await setUp()
  const transport = transportTo(`${url}/?requireTLS=true`)

  expect(await errorOf(transport.send(mail))).toMatchObject({ isPermanent: false })
  expect(received).toEqual([])
})

it('a mail whose subject would break a header is not sent', async () => {
  const { received, transport } = await setUp()
  const subject = 'Hello\r\nBcc: ravi@example.com\r\n\r\nBody of mine'
  await expect(transport.send({ ...mail, content: { ...mail.content, subject } })).rejects.toThrow(TypeError)

  expect(received).toEqual([])
})

it.each([
  ['address', { to: 'asha@example.com\r\nBcc: ravi@example.com' }],
  ['list of addresses', { to: 'asha@example.com, ravi@example.com' }],
])('an unsafe %s adds no header to the mail', async (_case, fields) => {
  const { received, transport } = await setUp()
  // The mail may be sent or may fail. Either is safe.
  await errorOf(transport.send({ ...mail, ...fields }))

  for (const { to, raw } of received) {
    expect(to).toHaveLength(1)
    expect(headersOf(raw).filter((line) => /^bcc/i.test(line))).toEqual([])
  }
})
