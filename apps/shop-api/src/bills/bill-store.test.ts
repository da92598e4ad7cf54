import { asPaise } from '@nashta/contracts/money'
import { expect, it } from 'vitest'
import { describeOnBothStorages } from '../adapters/documents.fixture.ts'
import { type BillRequest, createBillStore } from './bill-store.ts'
import { aSeller, aSupply, suppliedLine } from './bill.fixture.ts'
import { draftBill, draftCreditNote } from './bill.ts'

const NOVEMBER = new Date('2026-11-19T06:00:00Z')

function requestOf(purchaseId: string, fields: Partial<BillRequest> = {}): BillRequest {
  const supply = aSupply({ purchaseId, lines: [suppliedLine({ pricePaise: asPaise(8900) })] })
  const content = draftBill(supply, aSeller(), 'byValue')
  return { purchaseId, reason: 'bill', content, prefix: 'INV', months: 72, ...fields }
}

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `order${index}`)

describeOnBothStorages('bills', (open) => {
  const storeAt = (at = NOVEMBER) => createBillStore({ documents: open().documents, now: () => at })

  it('bills of a series are numbered from 1, and each financial year begins anew', async () => {
    const bills = storeAt()
    const first = await bills.issue(requestOf('a'))
    const second = await bills.issue(requestOf('b'))
    const inApril = await storeAt(new Date('2027-04-01T00:00:00+05:30')).issue(requestOf('c'))
    expect([first, second, inApril].map(({ number }) => number)).toEqual([
      'INV/2627/0001',
      'INV/2627/0002',
      'INV/2728/0001',
    ])
  })

  it('an order has one bill, however often and by however many processes it is asked for', async () => {
    const processes = [storeAt(), storeAt(), storeAt()]
    const asked = [...processes, ...processes].map((bills) => bills.issue(requestOf('a')))
    const numbers = (await Promise.all(asked)).map(({ number }) => number)
    expect(new Set(numbers)).toEqual(new Set(['INV/2627/0001']))
    expect(await storeAt().listOf('a')).toHaveLength(1)
    expect((await storeAt().issue(requestOf('b'))).number).toBe('INV/2627/0002')
  })

  it('numbers have no gap and no double when several processes give them at once', async () => {
    const processes = [storeAt(), storeAt(), storeAt()]
    const ids = idsOf(30)
    await Promise.all(ids.map(async (id, index) => processes[index % 3]?.issue(requestOf(id))))
    const series = await storeAt().listSeries('INV/2627', { limit: 100 })
    expect(series.map(({ sequence }) => sequence)).toEqual(ids.map((_, index) => index + 1))
    expect(new Set(series.map(({ purchaseId }) => purchaseId))).toEqual(new Set(ids))
  })

  it('a bill is not changed by a later request with other contents', async () => {
    const bills = storeAt()
    const before = await bills.issue(requestOf('a'))
    const content = draftBill(aSupply({ purchaseId: 'a' }), aSeller({ legalName: 'Other' }), 'byValue')
    expect(await bills.issue(requestOf('a', { content }))).toEqual(before)
    expect(await bills.listOf('a')).toEqual([before])
  })

  it('credit notes have numbers of their own and name the bill', async () => {
    const bills = storeAt()
    const bill = await bills.issue(requestOf('a'))
    const note = draftCreditNote(bill, [], { maxPaise: 100, reason: 'Late' })
    if (!note) throw new Error('There is no note')
    const request = requestOf('a', { reason: 'R1', content: note, prefix: 'CRN' })
    const stored = await bills.issue(request)
    expect(stored).toMatchObject({ number: 'CRN/2627/0001', corrects: { number: bill.number } })
    expect(await bills.listOf('a')).toEqual([bill, stored])
  })

  it('a page of a series goes on after the last number', async () => {
    const bills = storeAt()
    for (const id of idsOf(5)) await bills.issue(requestOf(id))
    const page = await bills.listSeries('INV/2627', { limit: 2, after: 2 })
    expect(page.map(({ sequence }) => sequence)).toEqual([3, 4])
  })

  it('a bill is never dated before an earlier number, whatever the clock says', async () => {
    const late = await storeAt().issue(requestOf('a'))
    const early = await storeAt(new Date(NOVEMBER.getTime() - 5000)).issue(requestOf('b'))
    expect([late.issuedAt, early.issuedAt]).toEqual([NOVEMBER.toISOString(), NOVEMBER.toISOString()])
  })
})
