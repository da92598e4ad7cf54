import { calendarDay } from '@nashta/contracts/dates'
import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import type { TaxedAmount } from '@nashta/contracts/pricing/tax'
import type { ReturnTable } from '@nashta/contracts/returns/gst-return'
import type { GstMonth, HsnSum, ListedPaper, SupplySum } from './gst-month.ts'

/** The document numbers of the tax office's form. */
const DOCUMENT_KINDS = { invoice: 1, creditNote: 5 } as const

const rupees = (paise: number) => paiseToRupees(asPaise(paise))

/**
 * GSTR-1 of a month as the portal imports it. There is no official schema; the fields are those that the
 * portal and its offline tool use.
 */
export function toGstr1(month: string, gstin: string, sums: GstMonth) {
  const hsn = { hsn_b2b: toHsnRows(sums, true), hsn_b2c: toHsnRows(sums, false) }
  return {
    gstin,
    fp: `${month.slice(5)}${month.slice(0, 4)}`,
    b2b: groupBy(listedIn(sums, 'b2b'), ({ gstin: buyer }) => buyer).map(([ctin, papers]) => ({
      ctin,
      inv: papers.map((paper) =>
        Object.assign({ pos: paper.place, rchrg: 'N', inv_typ: 'R' }, toInvoice(paper)),
      ),
    })),
    b2cl: groupBy(listedIn(sums, 'b2cl'), ({ place }) => place).map(([pos, papers]) => ({
      pos,
      inv: papers.map(toInvoice),
    })),
    b2cs: [...sums.b2cs.values()].map(toSupply),
    cdnr: groupBy(listedIn(sums, 'cdnr'), ({ gstin: buyer }) => buyer).map(([ctin, papers]) => ({
      ctin,
      nt: papers.map((paper) => Object.assign({ rchrg: 'N', inv_typ: 'R' }, toNote(paper))),
    })),
    cdnur: listedIn(sums, 'cdnur').map((paper) => Object.assign({ typ: 'B2CL' }, toNote(paper))),
    nil: {
      inv: [...sums.nil.values()].map((row) => ({
        sply_ty: `${row.isInterState ? 'INTR' : 'INTRA'}${row.isBusiness ? 'B2B' : 'B2C'}`,
        expt_amt: 0,
        nil_amt: rupees(row.taxablePaise),
        ngsup_amt: 0,
      })),
    },
    hsn: hsn.hsn_b2b.length > 0 ? hsn : { ...hsn, hsn_b2b: zeroRowOf(hsn.hsn_b2c) },
    doc_issue: {
      doc_det: (['invoice', 'creditNote'] as const).flatMap((kind) => {
        const docs = [...sums.series.values()].filter((each) => each.kind === kind)
        if (docs.length === 0) return []
        return [
          {
            doc_num: DOCUMENT_KINDS[kind],
            docs: docs.map(({ from, to, count }, index) => ({
              num: index + 1,
              from,
              to,
              totnum: count,
              // A number is given together with its bill, so none is ever left out.
              cancel: 0,
              net_issue: count,
            })),
          },
        ]
      }),
    },
  }
}

export function listedIn({ listed }: GstMonth, table: ReturnTable): ListedPaper[] {
  return listed.filter((paper) => paper.table === table)
}

/** `19-11-2026` in India. */
function dayFirst(instant: string): string {
  return calendarDay(new Date(instant)).split('-').toReversed().join('-')
}

function toInvoice(paper: ListedPaper) {
  const { number, issuedAt, valuePaise } = paper
  return { inum: number, idt: dayFirst(issuedAt), val: rupees(valuePaise), itms: toItems(paper) }
}

function toNote(paper: ListedPaper) {
  const { number, issuedAt, valuePaise, place } = paper
  const [date, value] = [dayFirst(issuedAt), rupees(valuePaise)]
  return { ntty: 'C', nt_num: number, nt_dt: date, val: value, pos: place, itms: toItems(paper) }
}

function toSupply(row: SupplySum) {
  const { isInterState, place, ratePercent } = row
  return {
    sply_ty: isInterState ? 'INTER' : 'INTRA',
    typ: 'OE',
    pos: place,
    rt: ratePercent,
    ...toAmounts(row),
  }
}

function toItems({ rates }: ListedPaper) {
  return rates.map((rate, index) => ({
    num: index + 1,
    itm_det: { rt: rate.ratePercent, ...toAmounts(rate) },
  }))
}

function toAmounts({ taxablePaise, igstPaise, cgstPaise, sgstPaise }: TaxedAmount) {
  return {
    txval: rupees(taxablePaise),
    iamt: rupees(igstPaise),
    camt: rupees(cgstPaise),
    samt: rupees(sgstPaise),
    csamt: 0,
  }
}

type HsnRow = ReturnType<typeof toHsnRow>

function toHsnRows({ hsn }: GstMonth, isBusiness: boolean): HsnRow[] {
  return [...hsn.values()].filter((row) => row.isBusiness === isBusiness).map(toHsnRow)
}

function toHsnRow(row: HsnSum, index: number) {
  const { hsn, unit, quantity, ratePercent } = row
  // The portal fills in the official description of a code.
  return {
    num: index + 1,
    hsn_sc: hsn,
    desc: '',
    uqc: unit,
    qty: quantity,
    rt: ratePercent,
    ...toAmounts(row),
  }
}

const NO_AMOUNTS = { txval: 0, iamt: 0, camt: 0, samt: 0, csamt: 0 }

/** The portal wants one row for business buyers, also from a seller who has none. */
function zeroRowOf([first]: readonly HsnRow[]): HsnRow[] {
  return first ? [{ ...first, num: 1, qty: 0, ...NO_AMOUNTS }] : []
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): [string, T[]][] {
  return [...Map.groupBy(values, keyOf)]
}
