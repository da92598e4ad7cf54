import { expect, it } from 'vitest'
import { readFilter, toQuery } from './order-filter.ts'

const read = (text: string, isPacker = false) => readFilter(new URLSearchParams(text), { isPacker })

it('a day of the filter is a day in India', () => {
  expect(toQuery(read('from=2026-03-01&until=2026-03-02'))).toMatchObject({
    from: '2026-02-28T18:30:00.000Z',
    until: '2026-03-02T18:29:59.999Z',
  })
})

it('unknown tabs and dates are left out', () => {
  expect(toQuery(read('work=nothing&from=x&method=upi'))).toMatchObject({
    work: '',
    from: undefined,
    method: 'upi',
  })
})

it('a packer sees only the tabs pack and handOver', () => {
  expect(read('work=delivered', true).work).toBe('pack')
  expect(read('work=handOver', true).work).toBe('handOver')
  expect(read('', false).work).toBe('')
})
