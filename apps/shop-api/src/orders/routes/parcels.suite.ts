import { OPERATOR_ROLES } from '@nashta/contracts/api/operator-roles'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { bulkOrders } from '@nashta/contracts/orders/desk/bulk-orders'
import { saveParcel } from '@nashta/contracts/orders/desk/order-calls'
import { getLinkedOrder } from '@nashta/contracts/orders/order-link'
import { beforeEach, expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { openCheckout } from '../work/checkout.fixture.ts'

const PAGE = 'https://www.delhivery.com/track-v2/package'

/** Parcels, their numbers and links, on every adapter. */
export function parcelsSuite(open: OpenTestShop) {
  const { shop, place, history } = openCheckout(open)

  beforeEach(async () => {
    for (const role of OPERATOR_ROLES) await shop().tokenFor(role, [role])
  })
  /** The log sorts by time, so entries that are compared need different times. */
  const advanceClock = () => (shop().clock.now = new Date(shop().clock.now.getTime() + 1000))
  const act = (id: string, action: string, body: object, sub = 'manager') => {
    advanceClock()
    return shop().call(sub, 'POST', `/admin/orders/${id}/${action}`, body)
  }
  const bulk = (body: object, sub = 'shipper') => shop().call(sub, 'POST', '/admin/orders/bulk', body)
  const placeCashOrder = async (key: string) =>
    (await place({ paymentDetails: { method: 'cod' } }, { 'idempotency-key': key })).data.purchaseId as string
  const mailsTo = async (address: string) => shop().mailbox.list(address)

  it('an order travels in several parcels, each with its link, and a mistyped number is corrected by mail', async () => {
    const id = await placeCashOrder('k1')
    expect((await act(id, 'parcels', { courier: 'Delhivery' })).message).toBe(
      'Only an order that is shipped, and not cancelled, has parcels',
    )
    await act(id, 'ship', { courier: 'delhivery', trackingNumber: 'DL1' })
    const second = { courier: 'Blue Dart', trackingNumber: 'BD2', trackingUrl: '' }
    const added = parseExactly(saveParcel.reply, { data: (await act(id, 'parcels', second)).data }).data
    expect(added.parcels).toMatchObject([
      { parcelId: 'P1', courier: 'delhivery', trackingUrl: `${PAGE}/DL1`, state: 'onTheWay' },
      { parcelId: 'P2', courier: 'Blue Dart', trackingUrl: expect.stringContaining('trackNo=BD2') },
    ])
    expect((await act(id, 'parcels', second)).data.version).toBe(added.version)

    const corrected = { parcelId: 'P1', courier: 'Delhivery', trackingNumber: 'DL7' }
    const stale = await act(id, 'parcels', { ...corrected, version: 'old' })
    expect(stale.code).toBe('ORDER_CHANGED')
    await act(id, 'parcels', { ...corrected, version: added.version })
    expect((await act(id, 'parcels', { ...corrected, parcelId: 'P9' })).status).toBe(409)

    const [order] = await history()
    expect(order.parcels).toMatchObject([{ trackingNumber: 'DL7' }, { trackingNumber: 'BD2' }])
    expect(order.parcels[0]).not.toHaveProperty('mails')
    expect(order.timeline.slice(-3)).toMatchObject([
      { kind: 'shipped', note: 'delhivery, DL1', parcelId: 'P1' },
      { kind: 'parcelAdded', note: 'Blue Dart, BD2', parcelId: 'P2' },
      { kind: 'parcelChanged', note: 'Delhivery, DL7', parcelId: 'P1' },
    ])
    // Four calls, two of which changed nothing, and one mail for each change.
    const subjects = async () => (await mailsTo('asha@example.in')).map(({ subject }) => subject)
    await expect
      .poll(async () => (await subjects()).filter((each) => each.includes('follow')))
      .toHaveLength(2)
    const [last] = await mailsTo('asha@example.in')
    expect(last?.text).toContain(`Track parcel 1: ${PAGE}/DL7`)
    expect(last?.text).toContain('Parcel 2: sent with Blue Dart, tracking number BD2.')

    // A courier's page may show where the person lives, so packers see no number of a parcel that has left.
    const { data: seen } = await shop().call('shipper', 'GET', `/admin/orders/${id}`)
    expect(JSON.stringify(seen)).not.toMatch(/DL7|BD2|trackingUrl/)
    const delivered = await act(id, 'deliver', {})
    expect(delivered.data.parcels).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  })

  it('the link of an order shows the parcels, and the log has no tracking number', async () => {
    const id = await placeCashOrder('k1')
    await act(id, 'ship', { courier: 'Delhivery', trackingNumber: 'DL1' })
    await expect.poll(() => mailsTo('asha@example.in')).toHaveLength(2)
    const [mail] = await mailsTo('asha@example.in')
    const token = /\/orders\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const linked = await shop().call('stranger', 'GET', `/order-links/${token}`)
    const shown = parseExactly(getLinkedOrder.reply, { data: linked.data }).data
    expect(shown.parcels).toMatchObject([{ courier: 'Delhivery', trackingUrl: `${PAGE}/DL1` }])
    expect(shown.timeline?.at(-1)).toEqual({ at: expect.any(String), kind: 'shipped', parcelId: 'P1' })
    const log = await shop().call('manager', 'GET', `/admin/log?kind=order&subject=${id}`)
    expect(JSON.stringify(log.data)).toContain('Delhivery')
    expect(JSON.stringify(log.data)).not.toContain('DL1')
  })

  it('many orders get their numbers at once, and the numbers that come later complete their parcels', async () => {
    const [first, second] = [await placeCashOrder('k1'), await placeCashOrder('k2')]
    const orderIds = [first, second]
    await bulk({ action: 'pack', orderIds })
    const parcels = { [first]: { courier: 'DTDC', trackingNumber: 'DT1' } }
    const shipped = await bulk({ action: 'ship', orderIds, courier: 'India Post', parcels })
    expect(parseExactly(bulkOrders.reply, { data: shipped.data }).data.results).toMatchObject([
      { result: 'done' },
      { result: 'done', order: { untracked: 'India Post' } },
    ])
    const later = { [second]: { courier: 'India Post', trackingNumber: 'EE1IN' } }
    const track = { action: 'track', orderIds: [second], parcels: later }
    expect((await bulk(track, 'packer')).status).toBe(400)
    const tracked = await bulk(track)
    expect(tracked.data.results).toMatchObject([{ result: 'done' }])
    expect(tracked.data.results[0].order).not.toHaveProperty('untracked')
    expect((await bulk(track)).data.results).toMatchObject([{ result: 'unchanged' }])
    const { data } = await shop().call('manager', 'GET', `/admin/orders/${second}`)
    expect(data.parcels).toMatchObject([{ parcelId: 'P1', courier: 'India Post', trackingNumber: 'EE1IN' }])
  })

  it('a courier of the shop, or another address of a known one, makes the links from then on', async () => {
    const { data } = await shop().call('admin', 'GET', '/admin/shop')
    const couriers = ['Raju Cycles', 'DELHIVERY https://parcels.example/{number}/where?n={number}']
    const saved = await shop().call('admin', 'PUT', '/admin/shop', { ...data.shop, couriers })
    expect(saved.data.couriers).toEqual(couriers)
    const [first, second] = [await placeCashOrder('k1'), await placeCashOrder('k2')]
    const shipped = await act(first, 'ship', { courier: 'Delhivery', trackingNumber: 'DL-1' })
    expect(shipped.data.parcels[0].trackingUrl).toBe('https://parcels.example/DL-1/where?n=DL-1')
    const other = await act(second, 'ship', { courier: 'Raju Cycles', trackingNumber: '7' })
    expect(other.data.parcels[0]).not.toHaveProperty('trackingUrl')
    const bad = await shop().call('admin', 'PUT', '/admin/shop', {
      ...data.shop,
      couriers: ['Delhivery http://parcels.example/{number}'],
    })
    expect(bad).toMatchObject({ status: 400, message: expect.stringContaining('https://') })
  })

  it('after an erasure, no number leads to the address', async () => {
    const id = await placeCashOrder('k1')
    await act(id, 'ship', { courier: 'Delhivery', trackingNumber: 'DL1' })
    await act(id, 'deliver', {})
    await shop().call('manager', 'POST', '/admin/customers/asha/erase', { confirm: 'erase' })
    const { data } = await shop().call('manager', 'GET', `/admin/orders/${id}`)
    expect(data.parcels).toMatchObject([{ courier: 'Delhivery', state: 'delivered' }])
    expect(JSON.stringify(data)).not.toContain('DL1')
  })
}
