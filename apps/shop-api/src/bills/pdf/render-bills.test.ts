import { inflateSync } from 'node:zlib'
import { asPaise } from '@nashta/contracts/money'
import type { BillPaper } from '@nashta/contracts/orders/bills'
import { extractText } from 'unpdf'
import { expect, it } from 'vitest'
import { aSeller, aSupply, suppliedLine } from '../bill.fixture.ts'
import { type Bill, draftBill, draftCreditNote, type Seller, type Supply } from '../bill.ts'
import { renderBills } from './render-bills.ts'

const LINES = [
  suppliedLine({ quantity: 2, pricePaise: asPaise(4900) }),
  suppliedLine({
    productId: 'cola',
    name: 'काजू बर्फी with a name that is long enough to need a second line (500 g)',
    hsn: '2202',
    ratePercent: 40,
    pricePaise: asPaise(14_000),
    unit: 'NOS',
  }),
]

function aBill(supply: Partial<Supply> = {}, seller: Partial<Seller> = {}): Bill {
  const content = draftBill(
    aSupply({ lines: LINES, shippingFeePaise: asPaise(4000), ...supply }),
    aSeller(seller),
    'byValue',
  )
  return {
    ...content,
    of: 'bill',
    number: 'INV/2627/0001',
    sequence: 1,
    issuedAt: '2026-11-19T06:00:00.000Z',
  }
}

/** The text of the PDF as a reader copies it, page by page. */
async function pagesOf(bills: readonly Bill[], paper: BillPaper = 'a4') {
  const { text } = await extractText(new Uint8Array(await renderBills(bills, paper)))
  return text
}

/** What the pages draw. */
function contentOf(bytes: Buffer): string {
  const pieces: string[] = []
  let start = 0
  while ((start = bytes.indexOf('stream\n', start)) >= 0) {
    start += 'stream\n'.length
    const end = bytes.indexOf('\nendstream', start)
    const isPacked = bytes[start] === 0x78
    pieces.push(isPacked ? inflateSync(bytes.subarray(start, end)).toString('latin1') : '')
    start = end + '\nendstream'.length
  }
  return pieces.join('\n')
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('latin1')
}

async function textOf(bills: readonly Bill[], paper?: BillPaper) {
  return (await pagesOf(bills, paper)).join('\n')
}

it.each(['a4', 'thermal'] as const)('a tax invoice on %s has every field of the law', async (paper) => {
  const text = await textOf([aBill()], paper)
  for (const field of [
    'Invoice',
    'Asha Foods Private Limited',
    'Asha Snacks',
    '12 Market Road, Bengaluru 560001',
    '29AAGCB7383J1Z4',
    '10012345000123',
    'INV/2627/0001',
    '19-11-2026',
    'Asha Rao',
    '4 Hill Street',
    'Karnataka (29)',
    'Banana Chips (200 g)',
    '2008',
    '2 PAC',
    '93.34',
    '2.5%',
    '2.33',
    'CGST',
    'SGST',
    '₹',
    'Rupees two hundred seventy-eight only',
    'needs no signature',
  ])
    expect(text).toContain(field)
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/Reverse charge:? No/)
})

it.each(['a4', 'thermal'] as const)(
  'a discount on %s shows the price, what is off, and the offer',
  async (paper) => {
    const line = suppliedLine({ quantity: 3, pricePaise: asPaise(27_950), paidPaise: asPaise(73_850) })
    const bill = aBill({ lines: [line], shippingFeePaise: asPaise(0), offers: ['Diwali (DIWALI)'] })
    const text = await textOf([bill], paper)
    for (const field of ['279.50', 'less discount 100.00', '738.50', 'Offers: Diwali (DIWALI)'])
      expect(text).toContain(field)
  },
)

it('goods with and without tax are on one paper, which is called an invoice for a registered buyer', async () => {
  const lines = [...LINES, suppliedLine({ productId: 'roti', name: 'Roti', ratePercent: 0 })]
  const buyer = { name: 'Asha Rao', addressLines: [] }
  expect(await textOf([aBill({ lines, buyer })])).toContain('Invoice-cum-Bill of Supply')
  const registered = await textOf([aBill({ lines, buyer: { ...buyer, gstin: '29AAGCB7383J1Z4' } })])
  expect(registered).toContain('Tax Invoice')
  expect(registered).not.toContain('Bill of Supply')
})

it.each(['a4', 'thermal'] as const)(
  'a Hindi name on %s is copied as it was written, not as it is drawn',
  async (paper) => {
    const name = 'आशा कुलकर्णी'
    const bytes = await renderBills([aBill({ buyer: { name, addressLines: [] } })], paper)
    const [, copied = ''] = contentOf(bytes).split('/ActualText (')
    // A PDF writes a tab as two characters.
    expect(copied.replaceAll(String.raw`\t`, '\t')).toContain(utf16(name))
  },
)

it('a bill to another state has IGST only', async () => {
  const text = await textOf([aBill({ address: { state: 'Kerala', stateCode: '32' } })])
  expect(text).toContain('IGST')
  expect(text).not.toContain('CGST')
  expect(text).toContain('Kerala (32)')
})

it('a bill of supply shows no tax', async () => {
  const text = await textOf([aBill({}, { kind: 'composition' })])
  expect(text).toContain('Bill of Supply')
  expect(text).toContain('not eligible to collect tax')
  expect(text).not.toMatch(/GST %|CGST|IGST|Taxable/)
})

it('a credit note names its bill', async () => {
  const bill = aBill()
  const note = draftCreditNote(bill, [], { maxPaise: Infinity, reason: 'Stale' })
  if (!note) throw new Error('There is no note')
  const text = await textOf([
    { ...note, of: 'R1', number: 'CRN/2627/0001', sequence: 1, issuedAt: bill.issuedAt },
  ])
  for (const field of ['Credit Note', 'CRN/2627/0001', 'INV/2627/0001 of 19-11-2026', 'Stale'])
    expect(text).toContain(field)
})

it('a long bill has pages with a head and their number, and several bills are one file', async () => {
  const lines = Array.from({ length: 90 }, (_, index) =>
    suppliedLine({ productId: `p${index}`, name: `Snack number ${index}` }),
  )
  const pages = await pagesOf([aBill({ lines }), aBill()])
  const ofFirst = pages.length - 1
  expect(ofFirst).toBeGreaterThan(2)
  for (const [index, page] of pages.slice(0, ofFirst).entries()) {
    expect(page).toContain(`page ${index + 1} of ${ofFirst}`)
    expect(page).toContain('Description')
  }
  expect(pages.join('\n')).toContain('Snack number 89')
  expect(pages.at(-1)).toContain('page 1 of 1')
})

it('letters that the font does not have are no empty boxes', async () => {
  const text = await textOf([aBill({ buyer: { name: 'தமிழ் 🙂 Kumar', addressLines: [] } })])
  expect(text).toMatch(/\?+ \?+ Kumar/)
})
