import { MAIL_KINDS } from '@nashta/contracts/mails/mails'
import { expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { openCheckout } from '../work/checkout.fixture.ts'

const HOUR_MS = 60 * 60 * 1000

/** Mails that operators preview, and send again from an order, on every adapter. */
export function orderMailsSuite(open: OpenTestShop) {
  const { place, shop, mails } = openCheckout(() => open({ guestCheckout: true }))

  async function placeOrder() {
    const { data } = await place({ paymentDetails: { method: 'cod' } })
    await expect.poll(async () => (await mails()).length).toBe(1)
    return String(data.purchaseId)
  }
  const send = (id: string, body: object, key = 'k1', sub = 'boss') =>
    shop().call(sub, 'POST', `/admin/orders/${id}/mails`, body, { 'idempotency-key': key })
  const atDesk = async (id: string, sub = 'boss') =>
    (await shop().call(sub, 'GET', `/admin/orders/${id}`)).data
  const kinds = async () => (await mails()).map(({ kind }) => kind).toSorted()

  it('an operator sends the mail of an order again, once for each key, to the address of now', async () => {
    const id = await placeOrder()
    expect((await atDesk(id)).mails).toEqual([{ mail: 'confirmed' }])
    const { status, data } = await send(id, { mail: 'confirmed' })
    expect(status).toBe(200)
    expect(data.notes).toMatchObject([{ by: 'boss@example.in', text: 'Sent again by mail: Order confirmed' }])
    expect((await send(id, { mail: 'confirmed' })).status).toBe(200)
    await expect.poll(kinds).toEqual(['order-confirmed', 'order-confirmed'])
    expect((await send(id, { mail: 'confirmed' }, 'k2')).data.notes).toHaveLength(2)
    await expect.poll(kinds).toHaveLength(3)
    const log = await shop().shop.operatorLog.list({ kind: 'order', subject: id }, { limit: 10 })
    expect(log).toHaveLength(2)
  })

  it('a key that was used for another mail is refused, and fifty notes keep no mail back', async () => {
    const id = await placeOrder()
    await send(id, { mail: 'confirmed' })
    await shop().call('boss', 'POST', `/admin/orders/${id}/ship`, { courier: 'DTDC' })
    expect(await send(id, { mail: 'shipped' })).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
    for (let index = 0; index < 50; index += 1) {
      const headers = { 'idempotency-key': `note ${index}` }
      await shop().call('boss', 'POST', `/admin/orders/${id}/notes`, { text: `Note ${index}` }, headers)
    }
    expect((await send(id, { mail: 'shipped' }, 'k2')).status).toBe(200)
  })

  it('only what is still true is sent again', async () => {
    const id = await placeOrder()
    for (const mail of ['shipped', 'delivered', 'cancelled', 'refund-done'])
      expect(await send(id, { mail })).toMatchObject({ status: 409 })
    expect(await send(id, { mail: 'confirmed', refundId: 'R1' })).toMatchObject({ status: 409 })
    expect(await send(id, { mail: 'welcome' })).toMatchObject({ status: 400 })
    await shop().call('boss', 'POST', `/admin/orders/${id}/ship`, { courier: 'DTDC' })
    expect((await atDesk(id)).mails).toEqual([{ mail: 'shipped' }])
    expect(await send(id, { mail: 'confirmed' })).toMatchObject({ status: 409 })
    expect(await send(id, { mail: 'shipped' })).toMatchObject({ status: 200 })
    await expect.poll(kinds).toEqual(['order-confirmed', 'order-shipped', 'order-shipped'])
  })

  it('an address gets three mails again in an hour, and ten for an order', async () => {
    const id = await placeOrder()
    let sent = 0
    for (let hour = 0; hour < 5; hour += 1) {
      for (let index = 0; index < 4; index += 1) {
        const { status } = await send(id, { mail: 'confirmed' }, `${hour}-${index}`)
        if (status === 200) sent += 1
      }
      expect(sent).toBe(Math.min(3 * (hour + 1), 10))
      shop().clock.now = new Date(shop().clock.now.getTime() + HOUR_MS)
    }
  })

  it('packers, accountants and shoppers send and preview no mail', async () => {
    const id = await placeOrder()
    for (const role of ['packer', 'shipper', 'accountant']) {
      await shop().tokenFor(role, [role])
      expect((await atDesk(id, role)).mails).toEqual([])
      expect((await send(id, { mail: 'confirmed' }, 'k', role)).status).toBe(403)
      expect((await shop().call(role, 'GET', '/admin/mails/order-confirmed')).status).toBe(403)
    }
    expect((await send(id, { mail: 'confirmed' }, 'k', 'asha')).status).toBe(403)
  })

  it('every kind of mail is previewed with the name of the shop, and gives access to nothing', async () => {
    const id = await placeOrder()
    for (const kind of MAIL_KINDS) {
      const { status, data } = await shop().call('boss', 'GET', `/admin/mails/${kind}?order=newest`)
      expect(status).toBe(200)
      expect(data.text.length).toBeGreaterThan(50)
      expect(data.html).toContain('Nashta')
      expect(data.orderId).toBe(kind.startsWith('order-') ? id : null)
      const links = `${data.html} ${data.text}`.match(/https:\/\/snacks\.example\/orders\/[\w-]+/g) ?? []
      expect(new Set(links)).toEqual(
        new Set(kind.startsWith('order-') ? ['https://snacks.example/orders/preview'] : []),
      )
    }
    const { data } = await shop().call('boss', 'GET', '/admin/mails/order-confirmed')
    expect(data).toMatchObject({ orderId: null })
    expect(data.text).toContain('Methi Khakhra')
    expect((await shop().call('boss', 'GET', '/admin/mails/toString')).status).toBe(400)
    expect(await kinds()).toEqual(['order-confirmed'])
  })
}
