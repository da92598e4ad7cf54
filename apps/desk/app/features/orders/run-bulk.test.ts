import { STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'
import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { expect, it } from 'vitest'
import { runBulk } from './run-bulk.ts'

const IDS = Array.from({ length: 250 }, (_, index) => `order-${index}`)

/** A Shop API that does the action for every order, and cannot be reached from call `failsAt` on. */
function shopThat({ failsAt }: { failsAt: number }) {
  let calls = 0
  return httpFetchShop({
    fetch: async (_url, { body }) => {
      calls += 1
      if (calls >= failsAt) throw new TypeError('Failed to fetch')
      const { orderIds }: { orderIds: string[] } = JSON.parse(body as string)
      const results = orderIds.map((purchaseId) => ({ purchaseId, result: 'done' }))
      return Response.json({ success: true, data: { results } })
    },
  })
}

it('a bulk action whose second call fails is done for the orders of the first call only', async () => {
  const outcome = await runBulk(shopThat({ failsAt: 2 }), { action: 'pack', ids: IDS })
  expect(outcome).toEqual({
    text: '100 orders packed',
    changedIds: IDS.slice(0, 100),
    failureTexts: [`150 orders: ${STORE_UNREACHABLE}`],
    failedIds: IDS.slice(100),
  })
})

it('a bulk action whose first call fails is rejected', async () => {
  await expect(runBulk(shopThat({ failsAt: 1 }), { action: 'pack', ids: IDS })).rejects.toThrow(
    STORE_UNREACHABLE,
  )
})
