import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { expect, it, onTestFinished } from 'vitest'
import type { CartOperation } from '../../../data/storage/storage-records.ts'
import { flushTasks, lineOf } from './cart-browser.fixture.ts'
import { createCartApi, createCartSender } from './cart-sender.ts'
import { createCartServer } from './cart-server.fixture.ts'

const cart = createCartServer().read('asha')
const add = { id: 'operation-1', kind: 'add', item: lineOf('donut', 2) } as const

// A merge has its id in the body. Other operations have theirs in the header `idempotency-key`.
it.each<[string, CartOperation, SentCall]>([
  [
    'add',
    add,
    { call: 'POST /api/carts/asha', body: { productId: 'donut', quantity: 2 }, key: 'operation-1' },
  ],
  [
    'remove',
    { id: 'operation-1', kind: 'remove', productId: 'a/b' },
    { call: 'DELETE /api/carts/asha/items/a%2Fb', body: undefined, key: 'operation-1' },
  ],
  [
    'merge',
    { id: 'operation-1', kind: 'merge', delta: [{ productId: 'donut', quantity: -1 }], joining: [] },
    {
      call: 'POST /api/carts/asha/merge',
      body: { mergeId: 'operation-1', delta: [{ productId: 'donut', quantity: -1 }] },
      key: null,
    },
  ],
])('the operation %s is sent with its id', async (_kind, operation, sent) => {
  const { api, calls } = setup(200)
  expect(await api.send('asha', operation)).toEqual({ kind: 'confirmed', cart })
  expect(calls).toEqual([sent])
})

it.each([
  [400, 'refused'],
  [404, 'refused'],
  [422, 'refused'],
  [401, 'retry'],
  [403, 'retry'],
  [408, 'retry'],
  [429, 'retry'],
  [500, 'retry'],
  [503, 'retry'],
])('a response with status %d counts as %s', async (status, kind) => {
  expect(await setup(status).api.send('asha', add)).toEqual({ kind })
})

it('a failed read of the cart is always retried', async () => {
  expect(await setup(404).api.read('asha')).toEqual({ kind: 'retry' })
  expect(await setup(200).api.read('asha')).toEqual({ kind: 'confirmed', cart })
})

it('nothing is sent without a network', async () => {
  const { api, calls } = setup(200, { online: false })
  expect(await api.send('asha', add)).toEqual({ kind: 'retry' })
  expect(calls).toEqual([])
})

it('a request without a response is retried', async () => {
  const fetchShop = httpFetchShop({
    fetch: async () => Promise.reject(new TypeError('network')),
  })
  const api = createCartApi({ fetchShop, isOnline: () => true })
  expect(await api.send('asha', add)).toEqual({ kind: 'retry' })
})

it('the next wake sends although sending has failed unexpectedly before', async () => {
  const errors = collectUnhandledErrors()
  let isLockBroken = true
  let reads = 0
  const { setShopper, wake } = createCartSender({
    api: {
      read: async () => {
        reads += 1
        return { kind: 'confirmed', cart }
      },
      send: async () => ({ kind: 'retry' }),
    },
    readUserCart: () => null,
    changeUserCart: async () => {},
    async withLock(work) {
      if (isLockBroken) throw new Error('The lock was stolen')
      await work()
    },
    onResult: () => {},
    now: () => new Date(0),
    schedule: () => () => {},
    random: () => 0.5,
  })
  setShopper('asha')
  await flushTasks()
  expect(errors).toMatchObject([{ message: 'The lock was stolen' }])

  isLockBroken = false
  wake()
  await flushTasks()
  expect(reads).toBe(1)
})

/** Returns a list that gets the errors that no code handles. Without it, they fail the test run. */
function collectUnhandledErrors() {
  const errors: unknown[] = []
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', (error) => void errors.push(error))
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection')
    for (const listener of listeners) process.on('unhandledRejection', listener)
  })
  return errors
}

type SentCall = { call: string; body: unknown; key: string | null }

function setup(status: number, { online = true } = {}) {
  const calls: SentCall[] = []
  const fetchShop = httpFetchShop({
    fetch: async (path, { method, headers, body }) => {
      const sentHeaders = new Headers(headers)
      calls.push({
        call: `${method} ${path}`,
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
        key: sentHeaders.get('idempotency-key'),
      })
      return Response.json(status === 200 ? { data: cart } : { code: 'X', message: 'No' }, { status })
    },
  })
  const api = createCartApi({ fetchShop, isOnline: () => online })
  return { calls, api }
}
