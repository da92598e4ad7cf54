import { expect, it } from 'vitest'
import { readFilter, toQuery } from './order-filter.ts'

const read = (query: string) => readFilter(new URLSearchParams(query), { isPacker: false })
const readAsPacker = (query: string) => readFilter(new URLSearchParams(query), { isPacker: true })

it('a day of the filter is a day in India, and the filter ends before the next day begins', () => {
  expect(toQuery(read('from=2026-03-01&until=2026-03-02'))).toMatchObject({
    from: '2026-02-28T18:30:00.000Z',
    until: '2026-03-02T18:30:00.000Z',
  })
})

it('an unknown tab and an invalid date do not filter', () => {
  expect(toQuery(read('work=nothing&from=x&method=upi'))).toMatchObject({
    work: '',
    from: undefined,
    method: 'upi',
  })
})

it('a packer gets the tab pack in place of tabs that packers do not see', () => {
  expect(readAsPacker('work=delivered').work).toBe('pack')
  expect(readAsPacker('').work).toBe('pack')
  expect(readAsPacker('work=handOver').work).toBe('handOver')
})

it('other operators see all orders until they choose a tab', () => {
  expect(read('').work).toBe('')
  expect(read('work=delivered').work).toBe('delivered')
})
