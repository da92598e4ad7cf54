// @vitest-environment happy-dom
import type { GstReturn } from '@nashta/contracts/returns/gst-return'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import Tax from './tax.tsx'

const NOTHING = { total: 0, taxable: 0, igst: 0, cgst: 0, sgst: 0 }
const OCTOBER: GstReturn = {
  month: '2026-10',
  gstin: '29AAGCB7383J1Z4',
  isDue: true,
  isOver: true,
  closed: null,
  bills: 0,
  creditNotes: 0,
  billsOfSupply: 0,
  sums: NOTHING,
  tables: [],
  b2cs: [],
  nil: [],
  hsn: [],
  series: [],
}

it('a month that cannot be closed leaves the dialog open, which says why', async () => {
  const text = 'This month still gets bills'
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'GET'
      ? Response.json({ data: OCTOBER })
      : Response.json({ code: 'ILLEGAL_TRANSITION', message: text }, { status: 409 }),
  )
  const { host, press } = await renderDesk(<Tax />, { path: '/tax?month=2026-10' })
  await press('Close October 2026')
  await press('Close the month')
  expect(host.querySelector('dialog')?.textContent).toContain(text)
})
