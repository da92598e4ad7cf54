import { asPaise } from '@nashta/contracts/money'
import { expect, it } from 'vitest'
import { describeOnBothStorages } from '../adapters/documents.fixture.ts'
import { createBillStore } from '../bills/bill-store.ts'
import { aSeller, aSupply, suppliedLine } from '../bills/bill.fixture.ts'
import { draftBill, draftCreditNote } from '../bills/bill.ts'
import { createMonthReader } from './month-reader.ts'
import { papersAsCsv, searchBills } from './return-bills.ts'

describeOnBothStorages('the month of bills', (open) => {
  let clock = new Date(0)
  const storeOf = () => createBillStore({ documents: open().documents, now: () => clock })
  const issueAt = async (time: string, ids: readonly string[], prefix = 'INV') => {
    clock = new Date(time)
    for (const purchaseId of ids) {
      const content = draftBill(aSupply({ purchaseId }), aSeller(), 'byValue')
      await storeOf().issue({ purchaseId, reason: 'bill', content, prefix, months: 72 })
    }
  }

  it('has the bills of its days in India, of every series, and those that come later', async () => {
    await issueAt('2026-10-31T18:29:59Z', ['october'])
    await issueAt('2026-10-31T18:30:00Z', ['a', 'b'])
    await issueAt('2026-11-20T00:00:00Z', ['c'], 'SHOP')
    const readMonth = createMonthReader(storeOf())
    expect(await readMonth('2026-11')).toMatchObject({ bills: 3, sums: { grossPaise: 3 * 4900 } })

    await issueAt('2026-11-30T18:29:59Z', ['d'])
    await issueAt('2026-11-30T18:30:00Z', ['december'])
    const [month, again] = await Promise.all([readMonth('2026-11'), readMonth('2026-11')])
    expect([month.bills, again.bills]).toEqual([4, 4])
    expect([...month.series.values()]).toEqual([
      { kind: 'invoice', from: 'INV/2627/0002', to: 'INV/2627/0004', count: 3 },
      { kind: 'invoice', from: 'SHOP/2627/0001', to: 'SHOP/2627/0001', count: 1 },
    ])
    expect(await readMonth('2026-10')).toMatchObject({ bills: 1 })
    expect(await readMonth('2026-12')).toMatchObject({ bills: 1 })
    expect(await readMonth('2027-04')).toMatchObject({ bills: 0 })
  })

  it('has more bills than a page, and the list goes through them by their numbers', async () => {
    const ids = Array.from({ length: 230 }, (_, index) => `order${index}`)
    await issueAt('2026-11-02T00:00:00Z', ids)
    expect(await createMonthReader(storeOf())('2026-11')).toMatchObject({ bills: 230 })
    const numbers: string[] = []
    let cursor: string | undefined
    do {
      const { bills, nextCursor } = await searchBills(storeOf(), '2026-11', {
        limit: 50,
        cursor,
        table: 'b2cs',
      })
      numbers.push(...bills.map(({ number }) => number))
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
    const file = await papersAsCsv(storeOf(), '2026-11')
    expect(
      file
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',')[0]),
    ).toEqual(numbers)
    expect(numbers).toHaveLength(230)
    expect(new Set(numbers).size).toBe(230)
  })

  it('a credit note to a private buyer in another state is listed where its bill is', async () => {
    clock = new Date('2026-11-02T00:00:00Z')
    const address = { state: 'Kerala', stateCode: '32' }
    const supply = aSupply({ address })
    for (const [purchaseId, pricePaise] of [
      ['large', asPaise(1_50_000_00)],
      ['small', asPaise(100_00)],
    ] as const) {
      const lines = [suppliedLine({ pricePaise })]
      const content = draftBill({ ...supply, purchaseId, lines }, aSeller(), 'byValue')
      const bill = await storeOf().issue({ purchaseId, reason: 'bill', content, prefix: 'INV', months: 72 })
      const note = draftCreditNote(bill, [], { maxPaise: 5000, reason: 'Late' })
      if (!note) throw new Error('There is no note')
      await storeOf().issue({ purchaseId, reason: 'R1', content: note, prefix: 'CRN', months: 72 })
    }
    const month = await createMonthReader(storeOf())('2026-11')
    expect(month.listed.map(({ table, number }) => [table, number])).toEqual([
      ['cdnur', 'CRN/2627/0001'],
      ['b2cl', 'INV/2627/0001'],
    ])
    expect(month.tables.get('b2cs')).toMatchObject({ grossPaise: 100_00 - 5000, papers: 2 })
    const { bills } = await searchBills(storeOf(), '2026-11', { limit: 50, table: 'cdnur' })
    expect(await papersAsCsv(storeOf(), '2026-11')).toContain(
      'CRN/2627/0001,Credit note,2026-11-02,INV/2627/0001,large,Asha Rao,,32-Kerala,2008,5,0,-50,-47.62,-2.38,0,0\r\n',
    )
    expect(bills).toMatchObject([{ number: 'CRN/2627/0001', purchaseId: 'large', bill: 'R1', total: 50 }])
  })
})
