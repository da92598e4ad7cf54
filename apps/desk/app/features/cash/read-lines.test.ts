import { expect, it } from 'vitest'
import { readCashLines } from './read-lines.ts'

it.each([
  ['a column pair of a spreadsheet', 'DL1\t1200\nDL2\t₹1,150.50'],
  ['a CSV with titles', 'AWB,Amount\r\nDL1,1200\r\nDL2,1150.5\r\n'],
  ['a CSV of several columns', 'AWB,State,Amount\nDL1,Delivered,1200\nDL2,Delivered,1150.5'],
  ['a quoted CSV', '"DL1","1,200"\n"DL2","1,150.5"'],
  ['words between spaces', 'DL1 1,200\n\n  DL2   Rs. 1150.50'],
])('reads %s', (_name, text) => {
  const lines = [
    { number: 'DL1', amount: 1200 },
    { number: 'DL2', amount: 1150.5 },
  ]
  expect(readCashLines(text)).toEqual({ lines, unread: [] })
})

it('an amount above a thousand with a comma is one amount', () => {
  expect(readCashLines('DL1;1,20,000').lines).toEqual([{ number: 'DL1', amount: 120_000 }])
})

it('a small amount after a comma is an amount', () => {
  expect(readCashLines('AWB,Amount\nDT100,70').lines).toEqual([{ number: 'DT100', amount: 70 }])
})

it('a line whose amount is not clear is not guessed', () => {
  expect(readCashLines('DL1,2,500\nDL2,1,20,000\nDL3\nDL4,paid\nAmounts in rupees')).toEqual({
    lines: [],
    unread: ['DL1,2,500', 'DL2,1,20,000', 'DL3', 'DL4,paid'],
  })
})
