import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { STATES_BY_NAME } from '@nashta/contracts/gst-states'
import { asPaise } from '@nashta/contracts/money'
import { RETURN_TABLES } from '@nashta/contracts/returns/gst-return'
import { expect, it } from 'vitest'
import { aSeller, aSupply, suppliedLine } from '../bills/bill.fixture.ts'
import { type Bill, type BillContent, draftBill, draftCreditNote, type Supply } from '../bills/bill.ts'
import { addBill, emptyMonth, type GstMonth } from './gst-month.ts'
import { toGstr1 } from './gstr1.ts'
import { toSheet } from './sheets.ts'

const ISSUED_AT = '2026-11-19T06:00:00.000Z'
const BUSINESS = '32AAGCB7383J1ZH'

function openBooks(seller = aSeller()) {
  const bills: Bill[] = []
  const numbers = { INV: 0, CRN: 0 }
  const issue = (content: BillContent, of = 'bill'): Bill => {
    const prefix = content.kind === 'invoice' ? 'INV' : 'CRN'
    numbers[prefix] += 1
    const sequence = numbers[prefix]
    const number = `${prefix}/2627/${String(sequence).padStart(4, '0')}`
    const bill = { ...content, of, sequence, number, issuedAt: ISSUED_AT }
    bills.push(bill)
    return bill
  }
  return {
    bills,
    sell: (fields: Partial<Supply> = {}) => issue(draftBill(aSupply(fields), seller, 'byValue')),
    credit: (bill: Bill, maxPaise: number) => {
      const earlier = bills.filter(({ corrects }) => corrects?.number === bill.number)
      const note = draftCreditNote(bill, earlier, { maxPaise, reason: 'Stale' })
      return note && issue(note, `R${bills.length}`)
    },
  }
}

function monthOf(bills: readonly Bill[]): GstMonth {
  const month = emptyMonth()
  for (const bill of bills) {
    const corrected = bills.find(({ number }) => number === bill.corrects?.number) ?? null
    addBill(month, bill, corrected)
  }
  return month
}

const KERALA = { state: 'Kerala', stateCode: '32' }
const asha = { name: 'Asha Traders', addressLines: ['1 Road', 'Kochi'] }

it('a month of each kind of bill is written as the portal wants it', () => {
  const { bills, sell, credit } = openBooks()
  sell({})
  sell({ address: KERALA })
  const business = sell({ address: KERALA, buyer: { ...asha, gstin: BUSINESS } })
  const large = sell({ address: KERALA, lines: [suppliedLine({ pricePaise: asPaise(1_05_000_00) })] })
  sell({
    lines: [suppliedLine({ productId: 'roti', hsn: '1905', ratePercent: 0, pricePaise: asPaise(8000) })],
  })
  credit(business, 4900)
  credit(large, 1_050_00)
  const back = sell({})
  credit(back, 4900)

  const taxed = { csamt: 0, camt: 0, samt: 0 }
  const item = (iamt: number, txval: number) => [{ num: 1, itm_det: { rt: 5, txval, iamt, ...taxed } }]
  expect(toGstr1('2026-11', '29AAGCB7383J1Z4', monthOf(bills))).toEqual({
    gstin: '29AAGCB7383J1Z4',
    fp: '112026',
    b2b: [
      {
        ctin: BUSINESS,
        inv: [
          {
            inum: 'INV/2627/0003',
            idt: '19-11-2026',
            val: 49,
            pos: '32',
            rchrg: 'N',
            inv_typ: 'R',
            itms: item(2.33, 46.67),
          },
        ],
      },
    ],
    b2cl: [
      {
        pos: '32',
        inv: [{ inum: 'INV/2627/0004', idt: '19-11-2026', val: 105000, itms: item(5000, 100000) }],
      },
    ],
    b2cs: [
      {
        sply_ty: 'INTRA',
        typ: 'OE',
        pos: '29',
        rt: 5,
        txval: 46.66,
        iamt: 0,
        camt: 1.17,
        samt: 1.17,
        csamt: 0,
      },
      { sply_ty: 'INTER', typ: 'OE', pos: '32', rt: 5, txval: 46.67, iamt: 2.33, ...taxed },
    ],
    cdnr: [
      {
        ctin: BUSINESS,
        nt: [
          {
            ntty: 'C',
            nt_num: 'CRN/2627/0001',
            nt_dt: '19-11-2026',
            val: 49,
            pos: '32',
            rchrg: 'N',
            inv_typ: 'R',
            itms: item(2.33, 46.67),
          },
        ],
      },
    ],
    cdnur: [
      {
        typ: 'B2CL',
        ntty: 'C',
        nt_num: 'CRN/2627/0002',
        nt_dt: '19-11-2026',
        val: 1050,
        pos: '32',
        itms: item(50, 1000),
      },
    ],
    nil: { inv: [{ sply_ty: 'INTRAB2C', expt_amt: 0, nil_amt: 80, ngsup_amt: 0 }] },
    hsn: {
      hsn_b2b: [
        {
          num: 1,
          hsn_sc: '2008',
          desc: '',
          uqc: 'PAC',
          qty: 0,
          rt: 5,
          txval: 0,
          iamt: 0,
          camt: 0,
          samt: 0,
          csamt: 0,
        },
      ],
      hsn_b2c: [
        {
          num: 1,
          hsn_sc: '2008',
          desc: '',
          uqc: 'PAC',
          qty: 3,
          rt: 5,
          txval: 99093.33,
          iamt: 4952.33,
          camt: 1.17,
          samt: 1.17,
          csamt: 0,
        },
        { num: 2, hsn_sc: '1905', desc: '', uqc: 'PAC', qty: 1, rt: 0, txval: 80, iamt: 0, ...taxed },
      ],
    },
    doc_issue: {
      doc_det: [
        {
          doc_num: 1,
          docs: [{ num: 1, from: 'INV/2627/0001', to: 'INV/2627/0006', totnum: 6, cancel: 0, net_issue: 6 }],
        },
        {
          doc_num: 5,
          docs: [{ num: 1, from: 'CRN/2627/0001', to: 'CRN/2627/0003', totnum: 3, cancel: 0, net_issue: 3 }],
        },
      ],
    },
  })
})

it('a seller with private buyers only has one row of zeros for business buyers', () => {
  const { bills, sell } = openBooks()
  sell()
  const { hsn } = toGstr1('2026-11', '29AAGCB7383J1Z4', monthOf(bills))
  expect(hsn.hsn_b2b).toMatchObject([{ num: 1, hsn_sc: '2008', qty: 0, txval: 0 }])
})

it('bills of supply are counted, and are not part of the return', () => {
  const { bills, sell } = openBooks(aSeller({ kind: 'composition' }))
  sell()
  expect(monthOf(bills)).toMatchObject({ bills: 0, billsOfSupply: 1, sums: { grossPaise: 0 } })
})

it('a sheet is written for spreadsheets, and runs no formula of a stranger', () => {
  const { bills, sell } = openBooks()
  const buyer = { name: '=HYPERLINK("http://x")', addressLines: [], gstin: BUSINESS }
  sell({ address: KERALA, buyer })
  expect(toSheet('b2b', monthOf(bills)).split('\r\n').slice(1)).toEqual([
    `${BUSINESS},"'=HYPERLINK(""http://x"")",INV/2627/0001,19-Nov-2026,49,32-Kerala,N,,Regular B2B,,5,46.67,0`,
    '',
  ])
  expect(toSheet('hsn-b2b', monthOf(bills))).toContain('2008,,PAC-PACKS,1,49,5,46.67,2.33,0,0,0')
})

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const paise = (rupees: number) => Math.round(rupees * 100)

const itemsOf = (papers: readonly { itms: readonly { itm_det: { txval: number } }[] }[]) =>
  papers.flatMap(({ itms }) => itms.map(({ itm_det: { txval } }) => paise(txval)))

const AMOUNTS = ['grossPaise', 'taxablePaise', 'igstPaise', 'cgstPaise', 'sgstPaise'] as const
const BILLS = 3000

const total = (rows: Iterable<Record<(typeof AMOUNTS)[number], number>>, name: (typeof AMOUNTS)[number]) =>
  [...rows].reduce((sum, row) => sum + row[name], 0)

it(`the sums of ${BILLS} random bills and their credit notes agree to the paisa in every table`, () => {
  const { below, one, chance } = createRandom(45)
  const { bills, sell, credit } = openBooks()
  const [states, rates] = [STATES_BY_NAME.map(([code]) => code), [0, 5, 18, 40]]
  for (let count = 0; count < BILLS; count += 1) {
    const stateCode = chance(0.5) ? '29' : one(states)
    const lines = Array.from({ length: 1 + below(4) }, (_, index) => {
      const ratePercent = one(rates)
      const pricePaise = asPaise(1 + below(chance(0.02) ? 2_00_000_00 : 900_00))
      const quantity = 1 + below(5)
      const hsn = one(['2106', '1905', '2008'])
      const unit = one(['NOS', 'PAC'] as const)
      return suppliedLine({ productId: `p${index}`, hsn, unit, ratePercent, pricePaise, quantity })
    })
    const gstin = chance(0.2) ? { gstin: `${stateCode}AAGCB7383J1Z${below(10)}` } : {}
    const bill = sell({
      lines,
      shippingFeePaise: asPaise(chance(0.3) ? 49_00 : 0),
      address: { state: '', stateCode },
      buyer: { ...asha, ...gstin },
    })
    while (chance(0.2)) credit(bill, chance(0.3) ? Infinity : 1 + below(200_00))
  }
  const month = monthOf(bills)
  for (const name of AMOUNTS) {
    const notes = bills.filter(({ kind }) => kind === 'creditNote')
    const expected =
      total(
        bills.map((bill) => bill.total),
        name,
      ) -
      2 *
        total(
          notes.map((note) => note.total),
          name,
        )
    expect(month.sums[name]).toBe(expected)
    expect(total(month.hsn.values(), name)).toBe(expected)
    const tables = RETURN_TABLES.map((table) => {
      const sum = month.tables.get(table)?.[name] ?? 0
      return (table === 'cdnr' || table === 'cdnur' ? -1 : 1) * sum
    })
    expect(tables.reduce((sum, each) => sum + each, 0)).toBe(expected)
    expect(total(month.b2cs.values(), name)).toBe(month.tables.get('b2cs')?.[name])
    expect(total(month.nil.values(), name)).toBe(month.tables.get('nil')?.[name])
  }
  for (const { taxablePaise, igstPaise, cgstPaise, sgstPaise, grossPaise } of month.hsn.values())
    expect(taxablePaise + igstPaise + cgstPaise + sgstPaise).toBe(grossPaise)
  expect(month.bills + month.creditNotes).toBe(bills.length)

  // What the file says is what the bills say, in rupees with two decimals.
  const file = toGstr1('2026-11', '29AAGCB7383J1Z4', month)
  expect(
    sumOf([
      ...itemsOf(file.b2b.flatMap(({ inv }) => inv)),
      ...itemsOf(file.b2cl.flatMap(({ inv }) => inv)),
      ...itemsOf(file.cdnr.flatMap(({ nt }) => nt)).map((value) => -value),
      ...itemsOf(file.cdnur).map((value) => -value),
      ...file.b2cs.map(({ txval }) => paise(txval)),
      ...file.nil.inv.map(({ nil_amt }) => paise(nil_amt)),
    ]),
  ).toBe(month.sums.taxablePaise)
  expect(sumOf([...file.hsn.hsn_b2b, ...file.hsn.hsn_b2c].map(({ txval }) => paise(txval)))).toBe(
    month.sums.taxablePaise,
  )
})
