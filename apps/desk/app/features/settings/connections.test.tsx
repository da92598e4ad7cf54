// @vitest-environment happy-dom
import type { Connections as ConnectionsReply } from '@nashta/contracts/shop/connections'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../../render-desk.fixture.tsx'
import { NO_CONNECTIONS } from './connections.fixture.ts'
import { Connections } from './connections.tsx'

type Call = { method: string; path: string; body: unknown }

/** Answers with the connections that `after` makes of each call. */
function stubConnections(first: ConnectionsReply, after: (call: Call) => ConnectionsReply | Response) {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit & { body?: string }) => {
    if (method === 'GET') return Response.json({ data: first })
    const call = { method, path: url.replace(/^.*\/admin/, ''), body: body && JSON.parse(body) }
    calls.push(call)
    const reply = after(call)
    return reply instanceof Response ? reply : Response.json({ data: reply })
  })
  return calls
}

const RAZORPAY = {
  keyId: 'rzp_live_1',
  isOffered: true,
  changedAt: '2026-01-01T06:30:00.000Z',
  isReadable: true,
}

it('keys of Razorpay are checked, sent, and gone from the form', async () => {
  const calls = stubConnections(NO_CONNECTIONS, () => ({ ...NO_CONNECTIONS, razorpay: RAZORPAY }))
  const { text, field, type, press } = await renderDesk(<Connections />)
  expect(text()).toContain(NO_CONNECTIONS.webhookUrl)
  type(field('Key id'), 'live_1')
  await press('Try and save the keys')
  expect(text()).toContain('A key id of Razorpay looks like')
  type(field('Key id'), 'rzp_live_1')
  type(field('Key secret'), 'key-secret')
  type(field('Webhook secret'), 'webhook-secret')
  await press('Try and save the keys')
  expect(calls).toEqual([
    {
      method: 'PUT',
      path: '/connections/razorpay',
      body: { keyId: 'rzp_live_1', keySecret: 'key-secret', webhookSecret: 'webhook-secret' },
    },
  ])
  expect(text()).toContain('Takes payments with the key rzp_live_1')
  expect(field('Key secret').value).toBe('')
  expect(JSON.stringify(localStorage) + JSON.stringify(sessionStorage)).not.toContain('key-secret')
})

it('Razorpay can be turned off, and keys that it refuses leave the form as it is', async () => {
  const message = 'Razorpay does not accept this key id and key secret. Nothing was changed'
  const stored = { ...NO_CONNECTIONS, razorpay: RAZORPAY }
  const calls = stubConnections(stored, ({ method }) =>
    method === 'PUT'
      ? Response.json({ code: 'CONNECTION_FAILED', message }, { status: 409 })
      : { ...stored, razorpay: { ...RAZORPAY, isOffered: false } },
  )
  const { text, field, type, press } = await renderDesk(<Connections />)
  type(field('Key secret'), 'wrong-secret')
  type(field('Webhook secret'), 'webhook-secret')
  await press('Try and replace the keys')
  expect(text()).toContain('does not accept')
  expect(field('Key secret').value).toBe('wrong-secret')
  await press('Take no new payments with Razorpay')
  expect(calls.at(-1)).toMatchObject({ path: '/connections/razorpay/offer', body: { isOffered: false } })
  expect(text()).toContain('Takes no new payments')
})

it('a mail server is sent with a number as its port, and without a password that was not typed', async () => {
  const mail = {
    host: 'smtp.example.in',
    port: 465,
    security: 'tls',
    user: 'asha',
    from: 'hello@snacks.example',
    changedAt: RAZORPAY.changedAt,
    isReadable: true,
  }
  const calls = stubConnections({ ...NO_CONNECTIONS, mail }, () => ({ ...NO_CONNECTIONS, mail }))
  const { text, field, type, press } = await renderDesk(<Connections />)
  expect(text()).toContain('Mails leave from hello@snacks.example through smtp.example.in')
  type(field('Port'), '587')
  await press('Send me a test mail, and save')
  expect(calls).toEqual([
    {
      method: 'PUT',
      path: '/connections/mail',
      body: {
        host: 'smtp.example.in',
        port: 587,
        security: 'tls',
        user: 'asha',
        from: 'hello@snacks.example',
      },
    },
  ])
})

it('what a setting decides cannot be written at the desk', async () => {
  stubConnections(
    { ...NO_CONNECTIONS, fixedBy: { razorpay: 'PAYMENTS', mail: 'SMTP_URL' } },
    () => NO_CONNECTIONS,
  )
  const fixed = await renderDesk(<Connections />)
  expect(fixed.text()).toContain('The setting PAYMENTS of this store decides this')
  expect(fixed.text()).toContain('The setting SMTP_URL of this store decides this')
  expect(fixed.host.querySelector('form')).toBeNull()
})

it('without a key for secrets, none can be written', async () => {
  stubConnections({ ...NO_CONNECTIONS, canSave: false }, () => NO_CONNECTIONS)
  const keyless = await renderDesk(<Connections />)
  expect(keyless.text()).toContain('no key to encrypt secrets')
  expect(keyless.host.querySelector('form')).toBeNull()
})
