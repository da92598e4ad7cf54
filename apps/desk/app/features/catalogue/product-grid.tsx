import type { GridRow } from '@nashta/contracts/catalogue/product-grid'
import { FALLBACK_PICTURE_URL, pictureSrcSet } from '@nashta/contracts/catalogue/product-urls'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { Link } from 'react-router'
import { useRowKeys } from '../../shell/row-keys.ts'
import { cellText, type Column, COLUMN_LABELS, COLUMNS, type GridEdits, parseCell } from './grid-edits.ts'

export type ProductGridProps = {
  rows: readonly GridRow[]
  edits: GridEdits
  onEdit: (row: GridRow, column: Column, text: string) => void
  onPaste: (rowIndex: number, column: Column, text: string) => void
}

/** The products as a spreadsheet: Tab and arrows move, a paste fills many cells. */
export function ProductGrid({ rows, edits, onEdit, onPaste }: ProductGridProps) {
  const table = useRef<HTMLTableElement>(null)
  useRowKeys(table)

  function moveFrom(event: KeyboardEvent<HTMLInputElement>, rowIndex: number, column: Column) {
    const step = stepOf(event)
    if (!step) return
    const columnIndex = COLUMNS.indexOf(column) + step.columns
    const next = table.current?.querySelector<HTMLInputElement>(
      `[data-cell="${rowIndex + step.rows} ${COLUMNS[columnIndex] ?? ''}"]`,
    )
    if (!next) return
    event.preventDefault()
    next.focus()
    next.select()
  }

  return (
    <div className="overflow-x-auto rounded-xl border border-line">
      <table ref={table} className="w-full border-collapse text-left">
        <thead className="bg-paper-deep">
          <tr>
            <th scope="col" className="p-2 pl-3">
              Product
            </th>
            <th scope="col" className="hidden p-2 lg:table-cell">
              Category
            </th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="p-2">
                {COLUMN_LABELS[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={row.products_id} className="border-t border-line">
              <th scope="row" aria-label={nameOf(row)} className="p-2 pl-3 font-medium">
                <Link
                  to={`/products/${encodeURIComponent(row.products_id)}`}
                  data-row
                  className="flex min-w-44 items-center gap-3 hover:underline"
                >
                  <img
                    src={row.imageUrl || FALLBACK_PICTURE_URL}
                    srcSet={pictureSrcSet(row.imageUrl, 96)}
                    sizes="40px"
                    alt=""
                    width="40"
                    height="40"
                    loading="lazy"
                    className="size-10 shrink-0 rounded-lg object-cover"
                  />
                  <span>
                    {row.name}
                    {row.packLabel ? <span className="text-ink-soft">, {row.packLabel}</span> : null}
                    {row.published ? null : (
                      <span className="ml-2 rounded bg-raspberry-tint px-1.5 text-sm text-raspberry-deep">
                        draft
                      </span>
                    )}
                  </span>
                </Link>
              </th>
              <td className="hidden p-2 text-ink-soft lg:table-cell">{row.category}</td>
              {COLUMNS.map((column) => (
                <td key={column} className="p-1">
                  <Cell
                    row={row}
                    column={column}
                    edited={edits.get(row.products_id)?.texts[column]}
                    position={`${rowIndex} ${column}`}
                    onEdit={(text) => onEdit(row, column, text)}
                    onKeyDown={(event) => moveFrom(event, rowIndex, column)}
                    onPaste={(text) => onPaste(rowIndex, column, text)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CellProps = {
  row: GridRow
  column: Column
  /** The typed text; undefined when the cell is not edited. */
  edited: string | undefined
  /** The row and the column, by which the arrow keys find the cell. */
  position: string
  onEdit: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (text: string) => void
}

function Cell({ row, column, edited, position, onEdit, onKeyDown, onPaste }: CellProps) {
  const text = edited ?? cellText(row, column)
  const label = `${COLUMN_LABELS[column]} of ${nameOf(row)}`
  const isWrong = edited !== undefined && !parseCell(column, edited).ok
  const shared = {
    'aria-label': label,
    'aria-invalid': isWrong || undefined,
    'data-cell': position,
    onKeyDown,
    onPaste(event: ClipboardEvent) {
      const pasted = event.clipboardData.getData('text/plain')
      // A text without tabs and line breaks is for this cell alone: the browser pastes it.
      if (!/[\t\n]/.test(pasted)) return
      event.preventDefault()
      onPaste(pasted)
    },
  }
  if (column === 'published')
    return (
      <input
        {...shared}
        type="checkbox"
        checked={text === 'yes'}
        onChange={(event) => onEdit(event.target.checked ? 'yes' : 'no')}
        className={`m-2 size-6 accent-raspberry ${edited === undefined ? '' : 'outline-2 outline-raspberry'}`}
      />
    )
  return (
    <input
      {...shared}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      placeholder={column === 'stock' ? 'unlimited' : undefined}
      onChange={(event) => onEdit(event.target.value)}
      className={`h-10 w-24 rounded-lg border px-2 text-right placeholder:text-ink-soft aria-invalid:text-raspberry-deep ${edited === undefined ? 'border-line bg-white' : 'border-raspberry bg-raspberry-tint'}`}
    />
  )
}

function nameOf({ name, packLabel }: GridRow) {
  return packLabel ? `${name}, ${packLabel}` : name
}

/**
 * How many rows and columns a key moves the focus; null when the key stays in the cell. Left and right leave a text field
 * only from the start or the end of its text, or when the whole text is selected.
 */
function stepOf({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
  if (key === 'ArrowDown' || key === 'Enter') return { rows: 1, columns: 0 }
  if (key === 'ArrowUp') return { rows: -1, columns: 0 }
  const { type, selectionStart, selectionEnd, value } = currentTarget
  const isAtStart = selectionEnd === 0
  const isAtEnd = selectionStart === value.length
  const isWhole = selectionStart === 0 && selectionEnd === value.length
  const leavesAtOnce = isWhole || type === 'checkbox'
  if (key === 'ArrowLeft' && (isAtStart || leavesAtOnce)) return { rows: 0, columns: -1 }
  if (key === 'ArrowRight' && (isAtEnd || leavesAtOnce)) return { rows: 0, columns: 1 }
  return null
}
