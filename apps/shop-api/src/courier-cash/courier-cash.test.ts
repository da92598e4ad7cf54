import { asPaise } from '@nashta/contracts/money'
import { describe, expect, it } from 'vitest'
import { describeOnBothStorages } from '../adapters/documents.fixture.ts'
import { owedWrite } from '../orders/order/cash-owed.ts'
import { openTestShop } from '../shop.fixture.ts'
import { createCourierCashStore } from './courier-cash-store.ts'
import { courierCashSuite } from './courier-cash.suite.ts'

describe('cash of couriers on SQLite', () => {
  courierCashSuite(openTestShop)
})

describeOnBothStorages('the list of cash that couriers owe', (open) => {
  it('is read in pages, the oldest first', async () => {
    const { documents } = open()
    const since = '2026-01-01T12:00:00.000Z'
    const owed = { courier: 'Delhivery', totalPaise: asPaise(100), paid: [] }
    const ids = ['e', 'd', 'c', 'b', 'a']
    await documents.commit(ids.map((purchaseId) => owedWrite({ ...owed, purchaseId, since }, null)))
    const store = createCourierCashStore(documents)
    const pages: string[] = []
    let cursor: string | undefined
    do {
      const page = await store.listOwed({ limit: 2, cursor })
      pages.push(page.owed.map(({ purchaseId }) => purchaseId).join())
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(pages).toEqual(['a,b', 'c,d', 'e'])
  })
})
