import { asPaise } from '@nashta/contracts/money'
import { listPrice } from '@nashta/contracts/pricing/sums'
import type { Bill, BillContent, Seller, SuppliedLine, Supply } from './bill.ts'

export function aSeller(fields: Partial<Seller> = {}): Seller {
  return {
    kind: 'regular',
    legalName: 'Asha Foods Private Limited',
    tradeName: 'Asha Snacks',
    address: '12 Market Road, Bengaluru 560001',
    state: '29',
    gstin: '29AAGCB7383J1Z4',
    fssai: '10012345000123',
    phone: '+918012345678',
    email: 'care@snacks.example',
    isDemo: false,
    ...fields,
  }
}

export function suppliedLine(fields: Partial<SuppliedLine> = {}): SuppliedLine {
  const line = {
    productId: 'chips',
    name: 'Banana Chips (200 g)',
    quantity: 1,
    pricePaise: asPaise(4900),
    hsn: '2008',
    ratePercent: 5,
    unit: 'PAC' as const,
    ...fields,
  }
  return { ...line, paidPaise: fields.paidPaise ?? listPrice(line) }
}

export function aSupply(fields: Partial<Supply> = {}): Supply {
  return {
    purchaseId: '01JGAAAAAAAAAAAAAAAAAAAAA1',
    orderedAt: '2026-11-18T10:00:00.000Z',
    lines: [suppliedLine()],
    shippingFeePaise: asPaise(0),
    address: { state: 'Karnataka', stateCode: '29' },
    buyer: { name: 'Asha Rao', addressLines: ['4 Hill Street', 'Mysuru, Karnataka 570001'] },
    ...fields,
  }
}

export function numbered(content: BillContent, sequence = 1): Bill {
  return {
    of: 'bill',
    ...content,
    sequence,
    number: `INV/2627/${sequence}`,
    issuedAt: '2026-11-19T00:00:00.000Z',
  }
}
