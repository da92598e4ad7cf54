import { saveBlob } from '@nashta/browser/download-file'
import { useCall } from '@nashta/browser/forms/use-call'
import { type FigureStep, type FigureTable, getFigureTable } from '@nashta/contracts/figures/figures'
import { Failure } from '@nashta/ui/failure'
import { useState } from 'react'
import { formatAmount, formatNumberOf } from '../../data/formats.ts'
import { useDesk } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { failureText } from '../../ui/query-state.tsx'

type Row = { key: string; name: string; count: number; revenue: number }

export type FigureTableViewProps = {
  table: FigureTable
  title: string
  period: { from: string; until: string; by: FigureStep }
  /** Of the name, the count and the revenue. */
  heads: readonly [string, string, string]
  rows: readonly Row[]
}

const ROWS_AT_FIRST = 10

/** One table of the figures, which a CSV has in full. */
export function FigureTableView({ table, title, period, heads, rows }: FigureTableViewProps) {
  const { files } = useDesk().desk
  const [isWhole, setIsWhole] = useState(false)
  const { run, isBusy, failure } = useCall(async () => {
    const file = await files.download(getFigureTable, { params: { table }, query: period })
    saveBlob(`${table}-${period.from}-${period.until}.csv`, file)
  }, failureText)
  const shown = isWhole ? rows : rows.slice(0, ROWS_AT_FIRST)
  return (
    <section aria-label={title} className="rounded-xl border border-line p-4">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        <Action aria-label={`${title} as CSV`} aria-disabled={isBusy || undefined} onClick={() => void run()}>
          CSV
        </Action>
      </div>
      {failure ? <Failure>{failure}</Failure> : null}
      <table className="w-full border-collapse text-left">
        <thead className="text-sm text-ink-soft">
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" className={`py-1 font-normal ${index > 0 ? 'pl-3 text-right' : ''}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, name, count, revenue }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="py-1.5 font-normal break-words">
                {name === '' ? 'Not named' : name}
              </th>
              <td className="py-1.5 pl-3 text-right tabular-nums">{count}</td>
              <td className="py-1.5 pl-3 text-right tabular-nums">{formatAmount(revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown.length ? (
        <div className="mt-2">
          <Action onClick={() => setIsWhole(true)}>Show all {formatNumberOf(rows.length, 'row')}</Action>
        </div>
      ) : null}
    </section>
  )
}
