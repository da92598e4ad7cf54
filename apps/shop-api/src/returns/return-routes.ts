import * as contract from '@nashta/contracts/returns/gst-return'
import { sellerKindOf } from '@nashta/contracts/shop/seller-kind'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { BillStore } from '../bills/bill-store.ts'
import { logFileOfPeople } from '../operator-log/log-file.ts'
import { type AuthorshipDeps, authorshipOf } from '../operator-log/logged-change.ts'
import type { OperatorLog } from '../operator-log/operator-log.ts'
import type { ShopStore } from '../shop/shop-store.ts'
import type { GstMonth, HsnSum, SupplySum } from './gst-month.ts'
import { toGstr1 } from './gstr1.ts'
import { createMonthReader } from './month-reader.ts'
import { isMonthOver } from './months.ts'
import { papersAsCsv, searchBills } from './return-bills.ts'
import type { ReturnStore } from './return-store.ts'
import { toSheet } from './sheets.ts'
import { toTaxedSums } from './taxed-sums.ts'

export type ReturnDeps = AuthorshipDeps & {
  bills: BillStore
  returns: ReturnStore
  operatorLog: OperatorLog
  shop: ShopStore
}

/** What a month's bills mean for the tax office. */
export function returnRoutes(deps: ReturnDeps): Route[] {
  const { bills, returns, shop, now } = deps
  const readMonth = createMonthReader(bills)

  async function read(month: string): Promise<contract.GstReturn> {
    const [sums, closed, record] = await Promise.all([
      readMonth(month),
      returns.findClosed(month),
      shop.read(),
    ])
    const isDue = sums.gstin !== '' || sellerKindOf(record) === 'regular'
    const gstin = sums.gstin || (record.gstin ?? '')
    return { month, gstin, isDue, isOver: isMonthOver(month, now()), closed, ...toWire(sums) }
  }

  /** The sums, for a seller who files the return. */
  async function readDue(month: string): Promise<{ gstin: string; sums: GstMonth }> {
    const { gstin, isDue } = await read(month)
    if (!isDue || gstin === '')
      throw new ServiceError(
        'NO_RETURN',
        'Only a regular seller with a GSTIN files GSTR-1. Say in Settings how the shop is registered',
      )
    return { gstin, sums: await readMonth(month) }
  }

  return [
    route(contract.getReturn, async ({ params: { month } }) => ({ data: await read(month) })),
    route(contract.getReturnJson, async ({ params: { month } }) => {
      const { gstin, sums } = await readDue(month)
      return {
        bytes: Buffer.from(JSON.stringify(toGstr1(month, gstin, sums))),
        fileName: `GSTR1-${gstin}-${month}.json`,
      }
    }),
    route(contract.getReturnSheet, async ({ params: { month, sheet } }) => {
      const { sums } = await readDue(month)
      return { bytes: Buffer.from(toSheet(sheet, sums)), fileName: `${sheet}-${month}.csv` }
    }),
    route(contract.listReturnBills, async ({ params: { month }, query }) => ({
      data: await searchBills(bills, month, query),
    })),
    route(contract.getReturnPapers, async ({ caller, params: { month } }) => {
      const bytes = Buffer.from(await papersAsCsv(bills, month))
      await logFileOfPeople(deps, caller, `bills ${month}`)
      return { bytes, fileName: `bills-${month}.csv` }
    }),
    route(contract.closeReturn, async ({ caller, params: { month } }) => {
      if (!isMonthOver(month, now()))
        throw new ServiceError(
          'ILLEGAL_TRANSITION',
          'A month can be closed from the second day of the next month',
        )
      await readDue(month)
      const { sums, bills: count, creditNotes } = await read(month)
      await returns.close(month, { ...sums, bills: count, creditNotes }, await authorshipOf(deps, caller))
      return { data: await read(month) }
    }),
  ]
}

function toWire(month: GstMonth) {
  const { bills, creditNotes, billsOfSupply, sums, tables, b2cs, nil, hsn, series } = month
  return {
    bills,
    creditNotes,
    billsOfSupply,
    sums: toTaxedSums(sums),
    tables: contract.RETURN_TABLES.flatMap((table) => {
      const sum = tables.get(table)
      return sum ? [{ ...toTaxedSums(sum), table, papers: sum.papers }] : []
    }),
    b2cs: [...b2cs.values()].map(toSupplyRow),
    nil: [...nil.values()].map(({ isInterState, isBusiness, ...row }) => ({
      isInterState,
      isBusiness,
      total: toTaxedSums(row).total,
    })),
    hsn: [...hsn.values()].map(toHsnRow),
    series: [...series.values()],
  }
}

function toSupplyRow(row: SupplySum) {
  return { ...toTaxedSums(row), place: row.place, rate: row.ratePercent }
}

function toHsnRow(row: HsnSum) {
  const { isBusiness, hsn, unit, quantity, ratePercent: rate } = row
  return { ...toTaxedSums(row), isBusiness, hsn, unit, quantity, rate }
}
