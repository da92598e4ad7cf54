import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { getToday } from '@nashta/contracts/orders/desk/today'
import { getPaymentMethods } from '@nashta/contracts/orders/payment-methods'
import { getConnections } from '@nashta/contracts/shop/connections'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { createMailSenders } from '@nashta/mail/mail-senders'
import { startSmtpServer } from '@nashta/mail/smtp-server.fixture'
import { afterEach, describe, expect, it } from 'vitest'
import { startRazorpayEmulator } from '../../test-support/razorpay-emulator/start-emulator.ts'
import { openCheckout } from '../orders/work/checkout.fixture.ts'
import { type OpenTestShop, TEST_PAYMENTS } from '../shop.fixture.ts'

const KEYS = { keyId: 'rzp_test_1', keySecret: 'key-secret', webhookSecret: 'webhook-secret' }

export function connectionsSuite(openTestShop: OpenTestShop) {
  describe('connections', () => {
    let razorpay: Awaited<ReturnType<typeof startRazorpayEmulator>>
    let smtp: Awaited<ReturnType<typeof startSmtpServer>>
    const { shop, place } = openCheckout(async () => {
      razorpay = await startRazorpayEmulator({ ...KEYS, now: () => new Date() })
      smtp = await startSmtpServer()
      const settings = { ...TEST_PAYMENTS.razorpay, url: razorpay.url }
      return openTestShop({ payments: { ...TEST_PAYMENTS, providers: [], razorpay: settings } })
    })
    afterEach(async () => {
      await smtp.close()
      await razorpay.close()
    })

    const read = async () => {
      const { data } = await shop().call('boss', 'GET', '/admin/connections')
      return parseExactly(getConnections.reply, { data }).data
    }
    const connect = (keys: object) => shop().call('boss', 'PUT', '/admin/connections/razorpay', keys)
    const readMethods = async () => {
      const { data } = await shop().call('asha', 'GET', '/payment-methods')
      return parseExactly(getPaymentMethods.reply, { data }).data
    }
    const offer = async () => (await readMethods()).methods
    const mailServer = () => {
      const { hostname, port } = new URL(smtp.url)
      return { host: hostname, port: Number(port), security: 'none', from: 'hello@snacks.example' }
    }

    it('a shop takes payments with Razorpay as soon as its keys are saved, and none after it is turned off', async () => {
      await shop().call('boss', 'PUT', '/admin/shop', aShop())
      expect(await read()).toMatchObject({
        razorpay: null,
        webhookUrl: 'https://snacks.example/api/payments/razorpay/webhook',
        fixedBy: { razorpay: null, mail: null },
        canSave: true,
      })
      expect(await readMethods()).toMatchObject({ methods: [{ method: 'cod' }], formOrigins: [] })

      const saved = await connect(KEYS)
      expect(saved.status).toBe(200)
      expect(saved.data.razorpay).toMatchObject({ keyId: 'rzp_test_1', isOffered: true, isReadable: true })
      expect(await offer()).toContainEqual({ method: 'card', way: 'redirect', provider: 'razorpay' })
      // Pages may post forms to Razorpay from now on, also for open orders after it is turned off.
      expect((await readMethods()).formOrigins).toEqual([razorpay.url])
      const order = await place({ paymentDetails: { method: 'hosted', choice: 'card' } })
      expect(order.data.payment.form.fields.key_id).toBe('rzp_test_1')

      await shop().call('boss', 'POST', '/admin/connections/razorpay/offer', { isOffered: false })
      expect((await offer()).map(({ method }) => method)).toEqual(['cod'])
      expect((await readMethods()).formOrigins).toEqual([razorpay.url])
      // The keys stay for the payments and refunds of open orders.
      expect((await read()).razorpay).toMatchObject({ isOffered: false, isReadable: true })
    })

    it('keys that Razorpay does not accept are not stored, and one that cannot be tried neither', async () => {
      expect(await connect({ ...KEYS, keySecret: 'another-secret' })).toMatchObject({
        status: 409,
        code: 'CONNECTION_FAILED',
        message: expect.stringContaining('does not accept'),
      })
      await razorpay.close()
      expect(await connect(KEYS)).toMatchObject({
        status: 409,
        message: expect.stringContaining('could not be reached'),
      })
      expect((await read()).razorpay).toBeNull()
      razorpay = await startRazorpayEmulator({ ...KEYS, now: () => new Date() })
    })

    it('a saved secret is in no response, log entry or stored row', async () => {
      await connect(KEYS)
      await shop().call('boss', 'PUT', '/admin/connections/mail', {
        ...mailServer(),
        user: 'asha',
        password: 'mail-secret',
      })
      const responses = await Promise.all(
        ['/admin/connections', '/admin/shop', '/admin/log', '/shop', '/payment-methods'].map((path) =>
          shop().call('boss', 'GET', path),
        ),
      )
      const seen = JSON.stringify(responses) + (await shop().everything())
      expect(seen).toContain('rzp_test_1')
      for (const secret of ['key-secret', 'webhook-secret', 'mail-secret']) expect(seen).not.toContain(secret)
    })

    it('a mail server is stored after it took a test mail, and sends the mails from then on', async () => {
      const put = (body: object) => shop().call('boss', 'PUT', '/admin/connections/mail', body)
      expect(await put({ ...mailServer(), port: 9 })).toMatchObject({
        status: 409,
        code: 'CONNECTION_FAILED',
        message: expect.stringContaining('no response at this port'),
      })
      expect((await read()).mail).toBeNull()
      expect((await put(mailServer())).status).toBe(200)
      expect(smtp.received).toMatchObject([{ to: ['boss@example.in'], from: 'hello@snacks.example' }])
      expect((await read()).mail).toMatchObject({ host: '127.0.0.1', isReadable: true })

      const test = await shop().call('boss', 'POST', '/admin/connections/mail/test', {})
      expect(test.data).toEqual({ to: 'boss@example.in' })
      expect(smtp.received).toHaveLength(2)
      await shop().call('boss', 'DELETE', '/admin/connections/mail')
      await shop().call('boss', 'POST', '/admin/connections/mail/test', {})
      expect(smtp.received).toHaveLength(2)
      await expect.poll(() => shop().mailbox.list('boss@example.in')).toHaveLength(1)
    })

    it('the mail step of the first hour is done while a mail server takes mails', async () => {
      const isMailDone = async () => {
        const { data } = await shop().call('boss', 'GET', '/admin/today')
        const steps = parseExactly(getToday.reply, { data }).data.firstHour ?? []
        return steps.find(({ step }) => step === 'mail')?.isDone
      }
      expect(await isMailDone()).toBe(false)
      await shop().call('boss', 'PUT', '/admin/connections/mail', mailServer())
      expect(await isMailDone()).toBe(true)
      // With another key the password cannot be read, so that no mail leaves.
      await shop().restart({ secretsKey: Buffer.alloc(32, 2) })
      expect(await isMailDone()).toBe(false)
      const { senders } = createMailSenders({ isFixed: true, isPublic: false, fallback: shop().mailbox })
      await shop().restart({ mailSenders: senders })
      expect(await isMailDone()).toBe(true)
    })

    it('a public shop reaches no mail server of a private network', async () => {
      const { senders } = createMailSenders({ isFixed: false, isPublic: true, fallback: shop().mailbox })
      await shop().restart({ mailSenders: senders })
      for (const host of ['127.0.0.1', '169.254.169.254', '10.0.0.7', 'localhost']) {
        const body = { ...mailServer(), host, security: 'starttls' }
        expect(await shop().call('boss', 'PUT', '/admin/connections/mail', body)).toMatchObject({
          status: 409,
          message: expect.stringContaining('inside a private network'),
        })
      }
    })

    it('settings of the store win, and without a key for secrets none are stored', async () => {
      await shop().restart({ payments: TEST_PAYMENTS })
      expect((await read()).fixedBy.razorpay).toBe('PAYMENTS')
      expect(await connect(KEYS)).toMatchObject({ status: 409, code: 'FIXED_BY_SETTING' })
      await shop().restart({ secretsKey: null })
      expect((await read()).canSave).toBe(false)
      expect((await connect(KEYS)).message).toContain('SECRETS_KEY')
    })

    it('each change needs a fresh sign-in of an administrator', async () => {
      const old = Math.floor(shop().clock.now.getTime() / 1000) - 600
      const token = await shop().sign({ sub: 'boss', groups: ['admin'], authTime: old })
      const headers = { authorization: `Bearer ${token}` }
      const answers = await Promise.all([
        shop().call('boss', 'PUT', '/admin/connections/razorpay', KEYS, headers),
        shop().call('boss', 'POST', '/admin/connections/razorpay/offer', { isOffered: false }, headers),
        shop().call('boss', 'PUT', '/admin/connections/mail', mailServer(), headers),
        shop().call('boss', 'DELETE', '/admin/connections/mail', undefined, headers),
      ])
      expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 4 }, () => 'SIGN_IN_AGAIN'))
      expect((await shop().call('asha', 'GET', '/admin/connections')).status).toBe(403)
    })
  })
}
