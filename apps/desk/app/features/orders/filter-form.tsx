import { STATES_BY_NAME } from '@nashta/contracts/gst-states'
import { useState } from 'react'
import { METHOD_LABELS, PAYMENT_LABELS, STATUS_LABELS } from '../../data/order-labels.ts'
import { Action } from '../../ui/controls.tsx'
import { INPUT, Labelled, FilterSelect } from '../../ui/inputs.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { FilterName, OrderFilter } from './order-filter.ts'
import { ProductField } from './product-field.tsx'

export type FilterFormProps = {
  filter: OrderFilter
  onChange: (changes: Partial<OrderFilter>) => void
  isPacker: boolean
}

/** The states of India, by which addresses are filtered. */
const STATE_LABELS = Object.fromEntries(STATES_BY_NAME.map(([, name]) => [name, name]))
/** The filters behind the button `Filters`. */
const PANEL_FILTERS: readonly FilterName[] = [
  'orderStatus',
  'payment',
  'method',
  'state',
  'product',
  'from',
  'until',
]

export function FilterForm({ filter, onChange, isPacker }: FilterFormProps) {
  const active = PANEL_FILTERS.filter((name) => filter[name] !== '')
  const [isOpen, setIsOpen] = useState(active.length > 0)
  const renderSelect = (name: FilterName, label: string, labels: Record<string, string>) => (
    <FilterSelect
      label={label}
      value={filter[name]}
      options={[['', 'All'], ...Object.entries(labels)]}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  const renderDate = (name: FilterName, label: string) => (
    <Labelled label={label}>
      <input
        type="date"
        value={filter[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
        className={INPUT}
      />
    </Labelled>
  )

  return (
    <search>
      <form onSubmit={(event) => event.preventDefault()} className="mb-3 grid gap-3">
        <div className="flex gap-2">
          <SearchField
            label="Search orders"
            placeholder={isPacker ? 'Order number' : 'Number, name, phone, mail'}
            value={filter.search}
            onSearch={(search) => onChange({ search })}
          />
          {isPacker ? null : (
            <Action aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {active.length > 0 ? `Filters (${active.length})` : 'Filters'}
            </Action>
          )}
        </div>
        {isOpen && !isPacker ? (
          <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 xl:grid-cols-8">
            {renderSelect('orderStatus', 'Status', STATUS_LABELS)}
            {renderSelect('payment', 'Payment', PAYMENT_LABELS)}
            {renderSelect('method', 'Method', METHOD_LABELS)}
            {renderSelect('state', 'State', STATE_LABELS)}
            <ProductField value={filter.product} onChange={(product) => onChange({ product })} />
            {renderDate('from', 'From')}
            {renderDate('until', 'Until')}
            <Action
              disabled={active.length === 0}
              onClick={() => onChange(Object.fromEntries(PANEL_FILTERS.map((name) => [name, ''])))}
            >
              Clear
            </Action>
          </div>
        ) : null}
      </form>
    </search>
  )
}
