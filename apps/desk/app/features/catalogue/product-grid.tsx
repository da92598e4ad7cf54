import { categoriesOf } from '@nashta/contracts/catalogue/categories'
import type { GridRow } from '@nashta/contracts/catalogue/product-grid'
import { FALLBACK_PICTURE_URL, pictureSrcSet } from '@nashta/contracts/catalogue/product-urls'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { Link } from 'react-router'
import { useRowShortcuts } from '../../shell/row-keys.ts'
import {
  cellError,
  cellText,
  type Column,
  COLUMNS,
  fieldOf,
  type GridEdits,
  nameOf,
  type RowEdit,
} from './grid-edits.ts'

/** The column of names stays while the others scroll. */
const STAYS = 'sticky left-0 z-10'

export type ProductGridProps = {
  rows: readonly GridRow[]
  edits: GridEdits
  onEdit: (row: GridRow, column: Column, text: string) => void
  onPasteCells: (firstRowIndex: number, firstColumn: Column, text: string) => void
}

/** The products as a spreadsheet. Tab and arrow keys move the focus; a paste fills many cells. */
export function ProductGrid({ rows, edits, onEdit, onPasteCells }: ProductGridProps) {
  const table = useRef<HTMLTableElement>(null)
  useRowShortcuts(table)

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
    // A focused cell is scrolled beside the column of names.
    <div className="scroll-pl-40 overflow-x-auto rounded-xl border border-line sm:scroll-pl-60">
      <table ref={table} className="w-full border-collapse text-left">
        <thead className="bg-paper-deep">
          <tr>
            <th scope="col" className={`${STAYS} bg-paper-deep p-2 pl-3`}>
              Product
            </th>
            <th scope="col" className="hidden p-2 lg:table-cell">
              Shelves
            </th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="p-2">
                {fieldOf(column).label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={row.products_id} className="border-t border-line">
              <th scope="row" aria-label={nameOf(row)} className={`${STAYS} bg-paper p-2 pl-3 font-medium`}>
                <Link
                  to={`/products/${encodeURIComponent(row.products_id)}`}
                  data-row
                  className="flex items-center gap-3 max-sm:w-32 max-sm:text-sm sm:min-w-44 hover:underline"
                >
                  <img
                    src={row.imageUrl || FALLBACK_PICTURE_URL}
                    srcSet={pictureSrcSet(row.imageUrl, 96)}
                    sizes="40px"
                    alt=""
                    width="40"
                    height="40"
                    loading="lazy"
                    className="size-10 shrink-0 rounded-lg object-cover max-sm:hidden"
                  />
                  <span className="min-w-0 break-words">
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
              <td className="hidden p-2 text-ink-soft lg:table-cell">{categoriesOf(row).join(', ')}</td>
              {COLUMNS.map((column) => (
                <td key={column} className="p-1">
                  <Cell
                    row={row}
                    column={column}
                    edit={edits.get(row.products_id)}
                    position={`${rowIndex} ${column}`}
                    onEdit={(text) => onEdit(row, column, text)}
                    onKeyDown={(event) => moveFrom(event, rowIndex, column)}
                    onPasteCells={(text) => onPasteCells(rowIndex, column, text)}
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
  /** The edits of the row, if there are any. */
  edit: RowEdit | undefined
  /** The row index and the column. The arrow keys find the cell by this text. */
  position: string
  onEdit: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onPasteCells: (text: string) => void
}

function Cell({ row, column, edit, position, onEdit, onKeyDown, onPasteCells }: CellProps) {
  const editedText = edit?.texts[column]
  const text = editedText ?? cellText(row, column)
  const { kind, label: columnLabel, absent } = fieldOf(column)
  const label = `${columnLabel} of ${nameOf(row)}`
  const isWrong = edit !== undefined && cellError(edit, column) !== null
  const shared = {
    'aria-label': label,
    'aria-invalid': isWrong || undefined,
    'data-cell': position,
    onKeyDown,
    onPaste(event: ClipboardEvent) {
      const pasted = event.clipboardData.getData('text/plain')
      // A text without tabs and line breaks is for one cell. The browser pastes it.
      if (!/[\t\n]/.test(pasted)) return
      event.preventDefault()
      onPasteCells(pasted)
    },
  }
  if (kind === 'flag')
    return (
      <input
        {...shared}
        type="checkbox"
        checked={text === 'yes'}
        onChange={(event) => onEdit(event.target.checked ? 'yes' : 'no')}
        className={`m-2 size-6 accent-raspberry ${editedText === undefined ? '' : 'outline-2 outline-raspberry'}`}
      />
    )
  const isNumber = kind === 'amount' || kind === 'count'
  return (
    <input
      {...shared}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      placeholder={absent}
      onChange={(event) => onEdit(event.target.value)}
      className={`h-10 ${isNumber ? 'w-24 text-right' : 'w-36'} rounded-lg border px-2 placeholder:text-ink-soft aria-invalid:text-raspberry-deep ${editedText === undefined ? 'border-line bg-white' : 'border-raspberry bg-raspberry-tint'}`}
    />
  )
}

/**
 * How many rows and columns a key moves the focus; null when the focus stays in the cell. Left and
 * right move the cursor inside a text first. They leave the cell at the start or the end of its
 * text, or when the whole text is selected. They always leave a checkbox.
 */
function stepOf(event: KeyboardEvent<HTMLInputElement>) {
  // With these keys, the arrow keys select text or move by words.
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return null
  const { key, currentTarget } = event
  if (key === 'ArrowDown' || key === 'Enter') return { rows: 1, columns: 0 }
  if (key === 'ArrowUp') return { rows: -1, columns: 0 }
  const { type, selectionStart, selectionEnd, value } = currentTarget
  // The end of the selection is 0 only if nothing is selected and the cursor is at the start.
  const isAtStart = selectionEnd === 0
  const isAtEnd = selectionStart === value.length
  const isAllSelected = selectionStart === 0 && selectionEnd === value.length
  const hasNoCursor = isAllSelected || type === 'checkbox'
  if (key === 'ArrowLeft' && (isAtStart || hasNoCursor)) return { rows: 0, columns: -1 }
  if (key === 'ArrowRight' && (isAtEnd || hasNoCursor)) return { rows: 0, columns: 1 }
  return null
}
