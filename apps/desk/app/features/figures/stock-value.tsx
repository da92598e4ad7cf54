import { getStockValue } from '@nashta/contracts/figures/stock-value'
import { getStockHistory } from '@nashta/contracts/stock/stock'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatAmount, formatNumberOf, formatTime } from '../../data/formats.ts'
import { useFetchShop, useMayCall } from '../../session/desk-session.tsx'
import { TEXT_LINK } from '../../ui/controls.tsx'
import { QueryState } from '../../ui/query-state.tsx'

/** What is in stock now and what it has cost. `children` stands beside its title. */
export function StockValueView({ children }: { children: ReactNode }) {
  const fetchShop = useFetchShop()
  const mayOpenProducts = useMayCall()(getStockHistory)
  const query = useQuery({
    queryKey: ['stock-value'],
    queryFn: async ({ signal }) => (await fetchShop(getStockValue, { signal })).data,
  })
  return (
    <section aria-label="Stock now" className="mt-6 rounded-xl border border-line p-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">Stock now</h2>
        {children}
      </div>
      <QueryState query={query}>
        {({ at, units, cost, unknownUnits, unknownProducts, unknown }) => (
          <div className="grid gap-2">
            <p>
              <span className="font-display text-2xl font-semibold">{formatAmount(cost)}</span>{' '}
              <span className="text-ink-soft">
                is the cost of {formatNumberOf(units - unknownUnits, 'unit')}, at {formatTime(at)}
              </span>
            </p>
            {unknownUnits > 0 ? (
              <>
                <p>
                  Of {formatNumberOf(unknownUnits, 'more unit')} the cost is not known (
                  {formatNumberOf(unknownProducts, 'product')}). It is known of goods that were received with
                  a cost.
                </p>
                <details>
                  <summary className="cursor-pointer font-semibold">Without a known cost</summary>
                  <ul className="mt-2 grid gap-1 sm:grid-cols-2">
                    {unknown.map(({ products_id, name, units: count }) => (
                      <li key={products_id} className="flex justify-between gap-3">
                        {mayOpenProducts ? (
                          <Link
                            to={`/products/${products_id}/stock`}
                            className={`${TEXT_LINK} min-w-0 break-words`}
                          >
                            {name}
                          </Link>
                        ) : (
                          <span className="min-w-0 break-words">{name}</span>
                        )}
                        <span className="tabular-nums">{count}</span>
                      </li>
                    ))}
                  </ul>
                </details>
              </>
            ) : null}
          </div>
        )}
      </QueryState>
    </section>
  )
}
