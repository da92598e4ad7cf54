import { expect, it } from 'vitest'
import { aDeskLine } from '../../desk-order.fixture.ts'
import { pickList } from './pick-list.ts'

const aLine = (productId: string, name: string, quantity: number, toPack = quantity) =>
  aDeskLine({ productId, name, quantity, toPack })

it('a product of several orders is one row with its total, and rows are sorted by name', () => {
  const rows = pickList([
    { purchaseId: 'id-0000aaaa', lines: [aLine('donut', 'Donut', 2), aLine('chips', 'Chips', 1)] },
    { purchaseId: 'id-0000bbbb', lines: [aLine('donut', 'Donut', 3)] },
  ])
  expect(rows).toEqual([
    { productId: 'chips', name: 'Chips', quantity: 1, orders: ['0000AAAA × 1'] },
    { productId: 'donut', name: 'Donut', quantity: 5, orders: ['0000AAAA × 2', '0000BBBB × 3'] },
  ])
})

it('refunded units are not picked', () => {
  const lines = [aLine('donut', 'Donut', 3, 1), aLine('chips', 'Chips', 2, 0)]
  expect(pickList([{ purchaseId: 'id-0000aaaa', lines }])).toEqual([
    { productId: 'donut', name: 'Donut', quantity: 1, orders: ['0000AAAA × 1'] },
  ])
})
