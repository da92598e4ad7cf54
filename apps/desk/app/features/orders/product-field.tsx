import { listProductPage } from '@nashta/contracts/catalogue/product'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFetchShop } from '../../session/desk-session.tsx'
import { INPUT, Labelled } from '../../ui/inputs.tsx'

export type ProductFieldProps = {
  /** The id of the chosen product; empty when none is chosen. */
  value: string
  onChange: (id: string) => void
}

/** A field that finds products by name. Choosing one puts its id into the field. */
export function ProductField({ value, onChange }: ProductFieldProps) {
  const fetchShop = useFetchShop()
  const listId = useId()
  // The typed text; empty while a product is chosen.
  const [text, setText] = useState('')
  const found = useQuery({
    queryKey: ['products', 'names', text],
    enabled: text.length > 1,
    queryFn: async ({ signal }) =>
      (await fetchShop(listProductPage, { query: { search: text, limit: 10 }, signal })).data.items,
  })
  const products = found.data ?? []
  return (
    <Labelled label="Product">
      <input
        list={listId}
        autoComplete="off"
        value={value || text}
        onChange={({ target }) => {
          const isId = products.some(({ products_id }) => products_id === target.value)
          setText(isId ? '' : target.value)
          onChange(isId ? target.value : '')
        }}
        className={INPUT}
      />
      <datalist id={listId}>
        {products.map(({ products_id, name, packLabel }) => (
          <option key={products_id} value={products_id}>
            {[name, packLabel].filter(Boolean).join(', ')}
          </option>
        ))}
      </datalist>
    </Labelled>
  )
}
