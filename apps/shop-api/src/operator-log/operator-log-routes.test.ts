import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { listLog } from '@nashta/contracts/operators/operator-log'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'

let test: Awaited<ReturnType<typeof openTestShop>>
beforeEach(async () => {
  test = await openTestShop()
})
afterEach(() => test.close())

async function readLog(query = '') {
  const { status, headers: _headers, ...body } = await test.call('boss', 'GET', `/admin/log${query}`)
  expect(status).toBe(200)
  return parseExactly(listLog.reply, body).data
}

it('the log names the operator, the time, and the values before and after each change', async () => {
  await test.call('boss', 'POST', '/products', { products_id: 'a', name: 'A', price: 10 })
  test.clock.now = new Date(test.clock.now.getTime() + 1000)
  await test.call('boss', 'PUT', '/products/a', { price: 12 })
  await test.call('boss', 'PUT', '/admin/shop', aShop())

  const { entries, nextCursor } = await readLog()
  expect(entries.map(({ kind, subject, action }) => `${action} ${kind} ${subject}`)).toEqual([
    'update shop shop',
    'update product a',
    'create product a',
  ])
  expect(entries[1]).toMatchObject({
    at: '2026-01-01T12:00:01.000Z',
    by: { sub: 'boss', email: 'boss@example.in' },
    changes: { pricePaise: { from: 1000, to: 1200 } },
    name: 'A',
  })
  expect(nextCursor).toBeNull()
})

it('the cursor of a page of the log leads to the next older entries', async () => {
  for (const name of ['a', 'b', 'c'])
    await test.call('boss', 'POST', '/products', { products_id: name, name, price: 10 })
  const first = await readLog('?limit=2')
  expect(first.entries.map(({ subject }) => subject)).toEqual(['c', 'b'])
  const second = await readLog(`?limit=2&cursor=${encodeURIComponent(String(first.nextCursor))}`)
  expect(second.entries.map(({ subject }) => subject)).toEqual(['a'])
  expect(second.nextCursor).toBeNull()
})

it('a log filter by subject without a kind is refused', async () => {
  expect(await test.call('boss', 'GET', '/admin/log?subject=a')).toMatchObject({
    status: 400,
    message: 'query.subject: needs a kind',
  })
})
