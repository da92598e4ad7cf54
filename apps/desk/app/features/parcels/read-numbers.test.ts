import { couriersOf } from '@nashta/contracts/delivery/couriers'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { expect, it } from 'vitest'
import { readNumbers } from './read-numbers.ts'

const ids = ['01JGAAAAAAAAAAAAAAAAAAAAA1', '01JGAAAAAAAAAAAAAAAAAAAAB2', '01JGAAAAAAAAAAAAAAAAAAAAC3']
const [first = '', second = '', third = ''] = ids
const listed = { ids, freeIds: ids, couriers: couriersOf({}), used: new Set<string>() }

it('a pasted column fills the orders from top to bottom', () => {
  const { drafts, problems } = readNumbers('DL1001\nDL1002\r\n\nDL1003\nDL1004', listed)
  expect([...drafts]).toEqual([
    [first, { trackingNumber: 'DL1001' }],
    [second, { trackingNumber: 'DL1002' }],
    [third, { trackingNumber: 'DL1003' }],
  ])
  expect(problems).toEqual(['Line 5: more numbers than orders'])
})

it('a line with an order number belongs to that order, in any order of cells', () => {
  const text = `#${orderNumber(second).toLowerCase()}\t7700112233\n"bluedart",88112233,${orderNumber(first)}\n99112233`
  const { drafts, problems } = readNumbers(text, listed)
  expect(Object.fromEntries(drafts)).toEqual({
    [second]: { trackingNumber: '7700112233' },
    [first]: { trackingNumber: '88112233', courier: 'Blue Dart' },
    [third]: { trackingNumber: '99112233' },
  })
  expect(problems).toEqual([])
})

it('the titles of a CSV say which column is which', () => {
  const text = [
    'Date,Weight,Order reference,AWB No,Courier partner',
    `2026-11-19,450,${orderNumber(third)},DT900100,DTDC`,
    '2026-11-19,450,ZZZZZZZZ,DT900101,DTDC',
    `2026-11-19,450,${orderNumber(first)},,DTDC`,
  ].join('\n')
  const { drafts, problems } = readNumbers(text, listed)
  expect([...drafts]).toEqual([[third, { trackingNumber: 'DT900100', courier: 'DTDC' }]])
  expect(problems).toEqual([
    'Line 3: no order ZZZZZZZZ in this list',
    `Line 4: no tracking number in “2026-11-19, 450, ${orderNumber(first)}, , DTDC”`,
  ])
})

it('no number is given twice, and no order gets two', () => {
  const text = `DL1001\nDL1001\nDL0000\n${orderNumber(first)} DL1005\n${orderNumber(first)},DL1006`
  const { drafts, problems } = readNumbers(text, { ...listed, used: new Set(['DL0000']) })
  expect([...drafts]).toEqual([[first, { trackingNumber: 'DL1001' }]])
  expect(problems).toEqual([
    'Line 2: DL1001 is there already',
    'Line 3: DL0000 is there already',
    `Line 4: no tracking number in “${orderNumber(first)} DL1005”`,
    `Line 5: order ${orderNumber(first)} has a number already`,
  ])
})

it('a title is one column: the courier’s tracking number is no courier, and the date of the order no order', () => {
  const text = [
    'Order date,Order no,Courier tracking number,Courier name,Address',
    `2026-11-19,${orderNumber(second)},DT900100,DTDC,"12, MG Road, 560001"`,
  ].join('\n')
  expect(readNumbers(text, listed)).toMatchObject({
    drafts: new Map([[second, { trackingNumber: 'DT900100', courier: 'DTDC' }]]),
    problems: [],
  })
  const reference = readNumbers(`Tracking reference\nDT900101`, listed)
  expect([...reference.drafts]).toEqual([[first, { trackingNumber: 'DT900101' }]])
})

it('a cell in quotes may have commas', () => {
  const text = `Address,Order,AWB\n"12, MG Road, 560001, Pune",${orderNumber(third)},DT900100`
  expect([...readNumbers(text, listed).drafts]).toEqual([[third, { trackingNumber: 'DT900100' }]])
})

it('the number of an order that is not in the list goes to no other order', () => {
  const { drafts, problems } = readNumbers('ZZZZZZZZ,DT900101', listed)
  expect([...drafts]).toEqual([])
  expect(problems).toEqual(['Line 1: no tracking number in “ZZZZZZZZ, DT900101”'])
})
