import { listCustomers } from '@nashta/contracts/orders/desk/customers'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatAmount, formatDay } from '../data/formats.ts'
import { useFetchShop } from '../session/desk-session.tsx'
import { useRowShortcuts } from '../shell/row-keys.ts'
import { PageHeading, ROW_LINK } from '../ui/controls.tsx'
import { MorePages, NoRows } from '../ui/more-pages.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SearchField } from '../ui/search-field.tsx'

/** The shoppers who have ordered, sorted by their latest order. */
export default function Customers() {
  const fetchShop = useFetchShop()
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const table = useRef<HTMLTableElement>(null)
  useRowShortcuts(table)
  const query = useInfiniteQuery({
    queryKey: ['customers', search],
    queryFn: async ({ pageParam, signal }) =>
      (await fetchShop(listCustomers, { query: { search, cursor: pageParam }, signal })).data,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (previous) => previous,
  })
  return (
    <>
      <PageHeading title="Customers" />
      <search>
        <div className="mb-3">
          <SearchField
            label="Search customers"
            placeholder="Name, phone or e-mail"
            value={search}
            onSearch={(text) => setParams(text ? { search: text } : {}, { replace: true })}
          />
        </div>
      </search>
      <QueryState query={query}>
        {({ pages }) => {
          const customers = pages.flatMap((page) => page.customers)
          if (customers.length === 0)
            return (
              <NoRows query={query} title="No customers here">
                {search
                  ? 'Nobody who ordered matches the search.'
                  : 'Customers appear here after their first order.'}
              </NoRows>
            )
          return (
            <>
              <div className="overflow-hidden rounded-xl border border-line">
                <table ref={table} className="w-full border-collapse text-left">
                  <thead className="bg-paper-deep text-sm">
                    <tr>
                      <th scope="col" className="p-2 pl-4">
                        Customer
                      </th>
                      <th scope="col" className="hidden p-2 md:table-cell">
                        Phone
                      </th>
                      <th scope="col" className="p-2 text-right">
                        Orders
                      </th>
                      <th scope="col" className="p-2 pr-4 text-right">
                        Spent
                      </th>
                      <th scope="col" className="hidden p-2 pr-4 text-right sm:table-cell">
                        Last order
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {customers.map(({ userId, name, email, phone, orders, spent, lastOrderAt }) => (
                      <tr key={userId} className="relative border-t border-line hover:bg-paper-deep/60">
                        <th scope="row" className="p-2 pl-4 font-normal">
                          <Link to={`/customers/${encodeURIComponent(userId)}`} data-row className={ROW_LINK}>
                            {name}
                          </Link>
                          <span className="block text-sm break-all text-ink-soft">{email}</span>
                        </th>
                        <td className="hidden p-2 md:table-cell">{phone}</td>
                        <td className="p-2 text-right">{orders}</td>
                        <td className="p-2 pr-4 text-right">{formatAmount(spent)}</td>
                        <td className="hidden p-2 pr-4 text-right sm:table-cell">{formatDay(lastOrderAt)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <MorePages query={query} />
            </>
          )
        }}
      </QueryState>
    </>
  )
}
