import { lineName } from '@nashta/contracts/catalogue/line-name'
import { type GridRow, readGrid } from '@nashta/contracts/catalogue/product-grid'
import { TextField } from '@nashta/ui/field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAmount } from '../../data/formats.ts'
import { useFetchShop } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { type DraftLine, withProduct, withQuantity } from './new-order-draft.ts'

const FOUND_MAX = 6

export type OrderSnacksProps = {
  lines: readonly DraftLine[]
  /** Connects the search field with the form, which says when no snack is chosen. */
  field: { id: string; name: string; error: string | undefined }
  onChange: (lines: DraftLine[]) => void
}

/** Snacks by name or barcode. Enter, which scanners send too, adds the first that is found. */
export function OrderSnacks({ lines, field, onChange }: OrderSnacksProps) {
  const fetchShop = useFetchShop()
  const [text, setText] = useState('')
  /** True after Enter, until the first result is there and is added. */
  const [isFirstWanted, setIsFirstWanted] = useState(false)
  const search = text.trim()
  const found = useQuery({
    queryKey: ['products', 'to sell', search],
    enabled: search.length > 1,
    queryFn: async ({ signal }) =>
      (await fetchShop(readGrid, { query: { search, show: 'published', limit: FOUND_MAX }, signal })).data
        .rows,
  })
  const rows = search.length > 1 ? (found.data ?? []) : []

  function add(row: GridRow) {
    setText('')
    setIsFirstWanted(false)
    const { products_id: productId, packLabel } = row
    const name = lineName({ name: row.name, ...(packLabel !== null && { packLabel }) })
    onChange(withProduct(lines, { productId, name, price: row.price }))
  }

  const [first] = rows
  if (isFirstWanted && first) add(first)

  return (
    <div className="grid gap-3">
      <TextField
        {...field}
        label="Add a snack"
        hint="Name or barcode; Enter adds the first"
        autoComplete="off"
        value={text}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter must not take the order.
          event.preventDefault()
          if (search.length > 1) setIsFirstWanted(true)
        }}
        onChange={({ target }) => {
          setText(target.value)
          setIsFirstWanted(false)
        }}
      />
      <output className="flex flex-wrap gap-2">
        {search.length > 1 && found.data?.length === 0 ? 'No snack found' : null}
        {rows.map((row) => (
          <Action key={row.products_id} onClick={() => add(row)}>
            {row.name} {row.packLabel ?? ''} {formatAmount(row.price)}
            {row.stock === null ? '' : `, ${row.stock} left`}
          </Action>
        ))}
      </output>
      {lines.length > 0 ? (
        <ul aria-label="Snacks of the order" className="divide-y divide-line">
          {lines.map(({ productId, name, price, quantity }) => (
            <li key={productId} className="flex items-center justify-between gap-2 py-2">
              <span className="min-w-0 wrap-anywhere">
                {name}
                <span className="block text-sm text-ink-soft">{formatAmount(price)}</span>
              </span>
              <span className="flex items-center gap-1">
                <Action
                  aria-label={`One ${name} less`}
                  onClick={() => onChange(withQuantity(lines, productId, quantity - 1))}
                >
                  −
                </Action>
                <span className="min-w-8 text-center tabular-nums">{quantity}</span>
                <Action
                  aria-label={`One ${name} more`}
                  onClick={() => onChange(withQuantity(lines, productId, quantity + 1))}
                >
                  +
                </Action>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
