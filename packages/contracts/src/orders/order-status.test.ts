import { expect, it } from 'vitest'
import { DELIVERY_STATUSES, mayDeliveryBecome, mayOrderBecome, ORDER_STATUSES } from './order-status.ts'

it('an order moves forward one step at a time, or is cancelled before it is delivered', () => {
  const allowed = ORDER_STATUSES.flatMap((from) =>
    ORDER_STATUSES.filter((to) => mayOrderBecome(from, to)).map((to) => `${from} > ${to}`),
  )

  expect(allowed).toEqual([
    'PROCESSING > CONFIRMED',
    'PROCESSING > CANCELLED',
    'CONFIRMED > SHIPPED',
    'CONFIRMED > CANCELLED',
    'SHIPPED > DELIVERED',
    'SHIPPED > CANCELLED',
  ])
})

it('a delivery moves forward one step at a time', () => {
  const allowed = DELIVERY_STATUSES.flatMap((from) =>
    DELIVERY_STATUSES.filter((to) => mayDeliveryBecome(from, to)).map((to) => `${from} > ${to}`),
  )

  expect(allowed).toEqual([
    'PROCESSING > SHIPPED',
    'SHIPPED > OUT_FOR_DELIVERY',
    'OUT_FOR_DELIVERY > DELIVERED',
  ])
})
