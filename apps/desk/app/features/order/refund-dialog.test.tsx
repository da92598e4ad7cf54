// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { aDeskLine, aDeskOrder } from '../../desk-order.fixture.ts'
import { renderDesk } from '../../render-desk.fixture.tsx'
import { RefundDialog } from './refund-dialog.tsx'

it('a fraction of units is refused, and the dialog stays open', async () => {
  const order = aDeskOrder({
    lines: [aDeskLine({ price: 89.99 })],
    totalAmount: 179.98,
    money: { paid: 179.98, refunded: 0, remains: 179.98 },
  })
  const { host, field, type, text } = await renderDesk(
    <RefundDialog order={order} onRefunded={async () => {}} onClosed={() => {}} />,
  )
  act(() => field('Some units').click())
  type(field('Units of Donut'), '1.5')
  expect(text()).toContain('Only whole units')
  expect(host.querySelector<HTMLButtonElement>('[type=submit]')?.disabled).toBe(true)

  type(field('Units of Donut'), '1')
  expect(text()).toContain('Refund ₹89.99')
})

it('an amount as goodwill leaves the goods as they are', async () => {
  const order = aDeskOrder({
    lines: [aDeskLine({ price: 89.99 })],
    totalAmount: 179.98,
    money: { paid: 179.98, refunded: 0, remains: 179.98 },
    refundsByHand: false,
  })
  const { host, field, type, text } = await renderDesk(
    <RefundDialog order={order} onRefunded={async () => {}} onClosed={() => {}} />,
  )
  expect(text()).toContain('the order is cancelled')
  act(() => field('An amount, as goodwill').click())
  expect(text()).not.toContain('the order is cancelled')
  expect(text()).not.toContain('into the stock')
  expect(host.querySelector<HTMLButtonElement>('[type=submit]')?.disabled).toBe(true)
  type(field('Amount, in rupees'), '20.5')
  expect(text()).toContain('Refund ₹20.50')
  expect(text()).toContain('sends it back the way it came')
  act(() => field('I pay it back myself').click())
  expect(text()).toContain('Paid by hand')
})
