import { calendarDay } from '@nashta/contracts/dates'
import { stateName } from '@nashta/contracts/gst-states'
import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import type { ReturnSheet, ReturnTable } from '@nashta/contracts/returns/gst-return'
import { type Cell, writeCsv } from '../files/csv.ts'
import type { GstMonth, ListedPaper, RateSum } from './gst-month.ts'
import { listedIn } from './gstr1.ts'

type Sheet = { header: readonly string[]; rows: (month: GstMonth) => Cell[][] }

const rupees = (paise: number) => paiseToRupees(asPaise(paise))

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `19-Nov-2026` in India. */
function dayOf(instant: string): string {
  const [year = '', month = '', day = ''] = calendarDay(new Date(instant)).split('-')
  return `${day}-${MONTHS[Number(month) - 1] ?? ''}-${year}`
}

/** `29-Karnataka` */
function placeOf(code: string): string {
  return `${code}-${stateName(code)}`
}

/** The offline tool writes a unit with its name. */
const UNITS = new Map([
  ['NOS', 'NOS-NUMBERS'],
  ['PAC', 'PAC-PACKS'],
])

/** One row for each rate of each listed bill. */
function rowsOf(table: ReturnTable, toRow: (paper: ListedPaper, rate: RateSum) => Cell[]) {
  return (month: GstMonth) =>
    listedIn(month, table).flatMap((paper) => paper.rates.map((rate) => toRow(paper, rate)))
}

const hsnSheet = (isBusiness: boolean): Sheet => ({
  header: [
    'HSN',
    'Description',
    'UQC',
    'Total Quantity',
    'Total Value',
    'Rate',
    'Taxable Value',
    'Integrated Tax Amount',
    'Central Tax Amount',
    'State/UT Tax Amount',
    'Cess Amount',
  ],
  rows: ({ hsn }) =>
    [...hsn.values()]
      .filter((row) => row.isBusiness === isBusiness)
      .map((row) => [
        row.hsn,
        '',
        UNITS.get(row.unit) ?? row.unit,
        row.quantity,
        rupees(row.grossPaise),
        row.ratePercent,
        rupees(row.taxablePaise),
        rupees(row.igstPaise),
        rupees(row.cgstPaise),
        rupees(row.sgstPaise),
        0,
      ]),
})

/** The sheets of the offline tool, with its headers. */
const SHEETS: Readonly<Record<ReturnSheet, Sheet>> = {
  b2b: {
    header: [
      'GSTIN/UIN of Recipient',
      'Receiver Name',
      'Invoice Number',
      'Invoice date',
      'Invoice Value',
      'Place Of Supply',
      'Reverse Charge',
      'Applicable % of Tax Rate',
      'Invoice Type',
      'E-Commerce GSTIN',
      'Rate',
      'Taxable Value',
      'Cess Amount',
    ],
    rows: rowsOf('b2b', (paper, rate) => [
      paper.gstin,
      paper.buyerName,
      paper.number,
      dayOf(paper.issuedAt),
      rupees(paper.valuePaise),
      placeOf(paper.place),
      'N',
      '',
      'Regular B2B',
      '',
      rate.ratePercent,
      rupees(rate.taxablePaise),
      0,
    ]),
  },
  b2cl: {
    header: [
      'Invoice Number',
      'Invoice date',
      'Invoice Value',
      'Place Of Supply',
      'Applicable % of Tax Rate',
      'Rate',
      'Taxable Value',
      'Cess Amount',
      'E-Commerce GSTIN',
    ],
    rows: rowsOf('b2cl', (paper, rate) => [
      paper.number,
      dayOf(paper.issuedAt),
      rupees(paper.valuePaise),
      placeOf(paper.place),
      '',
      rate.ratePercent,
      rupees(rate.taxablePaise),
      0,
      '',
    ]),
  },
  b2cs: {
    header: [
      'Type',
      'Place Of Supply',
      'Applicable % of Tax Rate',
      'Rate',
      'Taxable Value',
      'Cess Amount',
      'E-Commerce GSTIN',
    ],
    rows: ({ b2cs }) =>
      [...b2cs.values()].map((row) => [
        'OE',
        placeOf(row.place),
        '',
        row.ratePercent,
        rupees(row.taxablePaise),
        0,
        '',
      ]),
  },
  cdnr: {
    header: [
      'GSTIN/UIN of Recipient',
      'Receiver Name',
      'Note Number',
      'Note Date',
      'Note Type',
      'Place Of Supply',
      'Reverse Charge',
      'Note Supply Type',
      'Note Value',
      'Applicable % of Tax Rate',
      'Rate',
      'Taxable Value',
      'Cess Amount',
    ],
    rows: rowsOf('cdnr', (paper, rate) => [
      paper.gstin,
      paper.buyerName,
      paper.number,
      dayOf(paper.issuedAt),
      'C',
      placeOf(paper.place),
      'N',
      'Regular B2B',
      rupees(paper.valuePaise),
      '',
      rate.ratePercent,
      rupees(rate.taxablePaise),
      0,
    ]),
  },
  cdnur: {
    header: [
      'UR Type',
      'Note Number',
      'Note Date',
      'Note Type',
      'Place Of Supply',
      'Note Value',
      'Applicable % of Tax Rate',
      'Rate',
      'Taxable Value',
      'Cess Amount',
    ],
    rows: rowsOf('cdnur', (paper, rate) => [
      'B2CL',
      paper.number,
      dayOf(paper.issuedAt),
      'C',
      placeOf(paper.place),
      rupees(paper.valuePaise),
      '',
      rate.ratePercent,
      rupees(rate.taxablePaise),
      0,
    ]),
  },
  exemp: {
    header: [
      'Description',
      'Nil Rated Supplies',
      'Exempted(other than nil rated/non GST supply)',
      'Non-GST Supplies',
    ],
    rows: ({ nil }) =>
      [...nil.values()].map((row) => [
        `${row.isInterState ? 'Inter' : 'Intra'}-State supplies to ${row.isBusiness ? '' : 'un'}registered persons`,
        rupees(row.taxablePaise),
        0,
        0,
      ]),
  },
  'hsn-b2b': hsnSheet(true),
  'hsn-b2c': hsnSheet(false),
  docs: {
    header: ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
    rows: ({ series }) =>
      [...series.values()].map(({ kind, from, to, count }) => [
        kind === 'invoice' ? 'Invoices for outward supply' : 'Credit Note',
        from,
        to,
        count,
        0,
      ]),
  },
}

export function toSheet(sheet: ReturnSheet, month: GstMonth): string {
  const { header, rows } = SHEETS[sheet]
  return writeCsv(header, rows(month))
}
