import { stateName } from '@nashta/contracts/gst-states'
import {
  type GstReturn,
  RETURN_TABLE_TEXTS,
  RETURN_TABLES,
  type TaxedSums,
} from '@nashta/contracts/returns/gst-return'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatAmount, formatNumberOf } from '../../data/formats.ts'
import { TEXT_LINK } from '../../ui/controls.tsx'
import { Notice } from '../../ui/message.tsx'

/** The sums of the return. Each leads to its bills. */
export function TaxTables({ data }: { data: GstReturn }) {
  const { month, tables, b2cs, nil, hsn, series } = data
  if (tables.length === 0)
    return <Notice title="No bill yet">Bills of this month appear when goods are handed over.</Notice>
  const link = (filter: Record<string, string>) => `?${new URLSearchParams({ month, ...filter })}`
  const shown = RETURN_TABLES.flatMap((table) => tables.filter((each) => each.table === table))
  return (
    <>
      <SumTable
        title="Tables of the return"
        rows={shown.map((row) => {
          const known = RETURN_TABLES.find((table) => table === row.table)
          const texts = known && RETURN_TABLE_TEXTS[known]
          const about = texts ? `${texts.about}. ` : ''
          return {
            key: row.table,
            name: texts?.name ?? row.table,
            note: about + formatNumberOf(row.papers, 'paper'),
            to: link({ table: row.table }),
            sums: row,
          }
        })}
      />
      {b2cs.length > 0 ? (
        <SumTable
          title="B2C by state and rate"
          rows={b2cs.map((row) => ({
            key: `${row.place} ${row.rate}`,
            name: `${stateName(row.place)}, ${row.rate} %`,
            to: link({ table: 'b2cs', place: row.place, rate: String(row.rate) }),
            sums: row,
          }))}
        />
      ) : null}
      <SumTable
        title="By HSN code"
        rows={hsn.map((row) => ({
          key: [row.isBusiness, row.hsn, row.unit, row.rate].join(' '),
          name: `${row.hsn || 'No code'}, ${row.rate} %`,
          note: `${row.isBusiness ? 'B2B' : 'B2C'}, ${row.quantity} ${row.unit}`,
          to: link({
            table: '',
            hsn: row.hsn,
            rate: String(row.rate),
            unit: row.unit,
            buyer: row.isBusiness ? 'business' : 'private',
          }),
          sums: row,
        }))}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {nil.length > 0 ? (
          <Plain title="Nil rated" head={['Supplies', 'Value']}>
            {nil.map((row) => (
              <tr key={`${row.isInterState} ${row.isBusiness}`} className="border-t border-line">
                <td className="p-2 pl-4">
                  {row.isInterState ? 'Other states' : 'Own state'},{' '}
                  {row.isBusiness ? 'buyers with a GSTIN' : 'other buyers'}
                </td>
                <td className="p-2 pr-4 text-right">{formatAmount(row.total)}</td>
              </tr>
            ))}
          </Plain>
        ) : null}
        <Plain title="Documents issued" head={['Numbers', 'Count']}>
          {series.map(({ kind, from, to, count }) => (
            <tr key={from} className="border-t border-line">
              <td className="p-2 pl-4">
                {kind === 'invoice' ? 'Bills' : 'Credit notes'}
                <span className="block text-sm text-ink-soft">
                  {from} to {to}
                </span>
              </td>
              <td className="p-2 pr-4 text-right">{count}</td>
            </tr>
          ))}
        </Plain>
      </div>
    </>
  )
}

type SumRow = { key: string; name: string; note?: string; to: string; sums: TaxedSums }

const TAXES = ['igst', 'cgst', 'sgst'] as const

/** On a phone, the taxes are one column. */
function SumTable({ title, rows }: { title: string; rows: readonly SumRow[] }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      <div className="overflow-hidden rounded-xl border border-line">
        <table className="w-full border-collapse text-left">
          <thead className="bg-paper-deep text-sm">
            <tr>
              <th scope="col" className="p-2 pl-4">
                Sales
              </th>
              <th scope="col" className="p-2 text-right md:w-36">
                Taxable
              </th>
              {TAXES.map((tax) => (
                <th key={tax} scope="col" className="hidden p-2 text-right uppercase md:table-cell md:w-32">
                  {tax}
                </th>
              ))}
              <th scope="col" className="p-2 pr-4 text-right md:hidden">
                Tax
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, note, to, sums }) => (
              <tr key={key} className="border-t border-line">
                <th scope="row" className="p-2 pl-4 font-normal">
                  <Link to={to} className={`font-semibold ${TEXT_LINK}`}>
                    {name}
                  </Link>
                  {note === undefined ? null : <span className="block text-sm text-ink-soft">{note}</span>}
                </th>
                <td className="p-2 text-right">{formatAmount(sums.taxable)}</td>
                {TAXES.map((tax) => (
                  <td key={tax} className="hidden p-2 text-right md:table-cell">
                    {formatAmount(sums[tax])}
                  </td>
                ))}
                <td className="p-2 pr-4 text-right md:hidden">{formatAmount(taxOf(sums))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Added in paise: sums of rupees are inexact. */
function taxOf(sums: TaxedSums) {
  return TAXES.reduce((paise, tax) => paise + Math.round(sums[tax] * 100), 0) / 100
}

function Plain({ title, head, children }: { title: string; head: readonly string[]; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      <div className="overflow-hidden rounded-xl border border-line">
        <table className="w-full border-collapse text-left">
          <thead className="bg-paper-deep text-sm">
            <tr>
              {head.map((name, index) => (
                <th key={name} scope="col" className={`p-2 ${index === 0 ? 'pl-4' : 'pr-4 text-right'}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  )
}
