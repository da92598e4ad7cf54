import { expect, it } from 'vitest'
import { DELIVERY_STATUSES, mayDeliveryBecome, mayOrderBecome, ORDER_STATUSES } from './order-status.ts'

it('moves an order forward one step at a time, or cancels it before it arrives', () => {
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

it('moves a delivery forward one step at a time', () => {
  const allowed = DELIVERY_STATUSES.flatMap((from) =>
    DELIVERY_STATUSES.filter((to) => mayDeliveryBecome(from, to)).map((to) => `${from} > ${to}`),
  )

  expect(allowed).toEqual([
    'PROCESSING > SHIPPED',
    'SHIPPED > OUT_FOR_DELIVERY',
    'OUT_FOR_DELIVERY > DELIVERED',
  ])
})
