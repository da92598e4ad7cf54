import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { expect, it } from 'vitest'
import type { CartOperation } from '../../../data/storage-records.ts'
import { createCartApi } from './cart-api.ts'
import { lineOf } from './cart-browser.fixture.ts'
import { createCartServer } from './cart-server.fixture.ts'

const cart = createCartServer().read('asha')
const add = { id: 'click-1', kind: 'add', item: lineOf('donut', 2) } as const

it.each<[string, CartOperation, string, unknown]>([
  ['add', add, 'POST /api/carts/asha', { productId: 'donut', quantity: 2 }],
  [
    'remove',
    { id: 'click-1', kind: 'remove', productId: 'a/b' },
    'DELETE /api/carts/asha/items/a%2Fb',
    undefined,
  ],
  ['clear', { id: 'click-1', kind: 'clear' }, 'DELETE /api/carts/asha', undefined],
  [
    'merge',
    { id: 'click-1', kind: 'merge', delta: [{ productId: 'donut', quantity: -1 }], joining: [] },
    'POST /api/carts/asha/merge',
    { mergeId: 'click-1', delta: [{ productId: 'donut', quantity: -1 }] },
  ],
])('sends %s under the id of the click', async (_kind, operation, call, body) => {
  const { api, calls } = setup(200)
  expect(await api.send('asha', operation)).toEqual({ kind: 'done', cart })
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatchObject({ call, body })
  expect(operation.kind === 'merge' || calls[0]?.key === 'click-1').toBe(true)
})

it.each([
  [400, 'refused'],
  [404, 'refused'],
  [422, 'refused'],
  [401, 'later'],
  [403, 'later'],
  [408, 'later'],
  [429, 'later'],
  [500, 'later'],
  [503, 'later'],
])('takes %d for %s', async (status, kind) => {
  expect(await setup(status).api.send('asha', add)).toEqual({ kind })
})

it('cannot be refused the cart itself, only have to wait for it', async () => {
  expect(await setup(404).api.read('asha')).toEqual({ kind: 'later' })
  expect(await setup(200).api.read('asha')).toEqual({ kind: 'done', cart })
})

it('does not try where there is no network', async () => {
  const { api, calls } = setup(200, { online: false })
  expect(await api.send('asha', add)).toEqual({ kind: 'later' })
  expect(calls).toEqual([])
})

it('does not know what became of a call that was cut off', async () => {
  const fetchShop = httpFetchShop({
    fetch: async () => Promise.reject(new TypeError('network')),
  })
  const api = createCartApi({ fetchShop, isOnline: () => true })
  expect(await api.send('asha', add)).toEqual({ kind: 'later' })
})

function setup(status: number, { online = true } = {}) {
  const calls: { call: string; body: unknown; key: string | null }[] = []
  const fetchShop = httpFetchShop({
    fetch: async (path, { method, headers, body }) => {
      const sent = new Headers(headers)
      calls.push({
        call: `${method} ${path}`,
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
        key: sent.get('idempotency-key'),
      })
      return Response.json(status === 200 ? { data: cart } : { code: 'X', message: 'No' }, { status })
    },
  })
  const api = createCartApi({ fetchShop, isOnline: () => online })
  return { calls, api }
}
