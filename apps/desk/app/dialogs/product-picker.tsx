import { lineName } from '@nashta/contracts/catalogue/line-name'
import { listProductPage } from '@nashta/contracts/catalogue/product'
import { getProductForDesk } from '@nashta/contracts/catalogue/product-grid'
import { TextField } from '@nashta/ui/field'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFetchShop } from '../session/desk-session.tsx'
import { Action } from '../ui/controls.tsx'
import { failureText } from '../ui/query-state.tsx'

const FOUND_MAX = 6

export type ProductPickerProps = { label: string; onPick: (id: string) => void }

/** A field that finds products by name, with a button for each that is found. */
export function ProductPicker({ label, onPick }: ProductPickerProps) {
  const fetchShop = useFetchShop()
  const [text, setText] = useState('')
  const search = text.trim()
  const found = useQuery({
    queryKey: ['products', 'names', search],
    enabled: search.length > 1,
    queryFn: async ({ signal }) =>
      (await fetchShop(listProductPage, { query: { search, limit: FOUND_MAX }, signal })).data.items,
  })

  function pick(id: string) {
    setText('')
    onPick(id)
  }

  return (
    <div>
      <TextField
        label={label}
        autoComplete="off"
        value={text}
        // Enter must not save the form around the field.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
        onChange={({ target }) => setText(target.value)}
      />
      <output className="flex flex-wrap gap-2">
        {search.length > 1 && found.data?.length === 0 ? 'No product has this name.' : null}
        {found.isError ? failureText(found.error) : null}
        {search.length > 1
          ? found.data?.map((product) => (
              <Action key={product.products_id} onClick={() => pick(product.products_id)}>
                Add {lineName(product)}
              </Action>
            ))
          : null}
      </output>
    </div>
  )
}

/** The names of these products by id. The id stands for the name while it loads, and if it cannot be read. */
export function useProductNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const fetchShop = useFetchShop()
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['product name', id],
      queryFn: async () => lineName((await fetchShop(getProductForDesk, { params: { id } })).data.product),
      retry: false,
    })),
    combine: (results) => new Map(ids.map((id, index) => [id, results[index]?.data ?? id])),
  })
}
