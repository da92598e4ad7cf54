import { expect, it } from 'vitest'
import { createFetchShop } from '../../../data/fetch-shop.ts'
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
])('sends %s under the id of the click, with the token', async (_kind, operation, call, body) => {
  const { api, calls } = setup(200)
  expect(await api.send('asha', operation)).toEqual({ kind: 'done', cart })
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatchObject({ call, body, authorization: 'Bearer good' })
  expect(operation.kind === 'merge' || calls[0]?.key === 'click-1').toBe(true)
})

it.each([
  [400, 'refused'],
  [404, 'refused'],
  [422, 'refused'],
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

it('tries a second token when the first is not taken, and no third', async () => {
  const renewed = setup(401, { renewed: true })
  expect(await renewed.api.send('asha', add)).toEqual({ kind: 'later' })
  expect(renewed.calls).toHaveLength(2)

  const ended = setup(401)
  expect(await ended.api.send('asha', add)).toEqual({ kind: 'later' })
  expect(ended.calls).toHaveLength(1)
})

it('does not try where there is no network', async () => {
  const { api, calls } = setup(200, { online: false })
  expect(await api.send('asha', add)).toEqual({ kind: 'later' })
  expect(calls).toEqual([])
})

it('does not know what became of a call that was cut off', async () => {
  const fetchShop = createFetchShop({
    fetch: async () => Promise.reject(new TypeError('network')),
    getAccessToken: async () => 'good',
  })
  const api = createCartApi({ fetchShop, renewToken: async () => false, isOnline: () => true })
  expect(await api.send('asha', add)).toEqual({ kind: 'later' })
})

function setup(status: number, { renewed = false, online = true } = {}) {
  const calls: { call: string; body: unknown; key: string | null; authorization: string | null }[] = []
  const fetchShop = createFetchShop({
    fetch: async (path, { method, headers, body }) => {
      const sent = new Headers(headers)
      calls.push({
        call: `${method} ${path}`,
        body: body === undefined ? undefined : JSON.parse(body),
        key: sent.get('idempotency-key'),
        authorization: sent.get('authorization'),
      })
      return Response.json(status === 200 ? { data: cart } : { code: 'X', message: 'No' }, { status })
    },
    getAccessToken: async () => 'good',
  })
  const api = createCartApi({ fetchShop, renewToken: async () => renewed, isOnline: () => online })
  return { calls, api }
}
