import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ordersKey } from '../order-queries.ts'
import { helpPictureQuery } from './help-calls.ts'

it('a picture is not fetched again when the orders of its shopper are fetched again', async () => {
  const client = new QueryClient()
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    fetched.push(path)
    return new Response('pixels')
  })
  const picture = helpPictureQuery({ userId: 'asha', orderId: 'order-1' }, 'G-1', 'p1')
  const stop = new QueryObserver(client, picture).subscribe(() => {})
  onTestFinished(() => {
    stop()
    vi.unstubAllGlobals()
  })
  await vi.waitFor(() => expect(client.getQueryData(picture.queryKey)).toBeDefined())

  await client.invalidateQueries({ queryKey: ordersKey('asha') })
  expect(fetched).toEqual(['/api/purchases/order/order-1/help/G-1/pictures/p1'])
})
