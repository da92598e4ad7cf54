import { listCustomers } from '@nashta/contracts/orders/desk/customers'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatAmount, formatDay } from '../data/formats.ts'
import { CustomerFiles } from '../features/customers/customer-files.tsx'
import { useFetchShop } from '../session/desk-session.tsx'
import { useRowShortcuts } from '../shell/row-keys.ts'
import { PageHeading, ROW_LINK } from '../ui/controls.tsx'
import { CustomerBadges } from '../ui/customer-badges.tsx'
import { FilterSelect } from '../ui/inputs.tsx'
import { MorePages, NoRows } from '../ui/more-pages.tsx'
import { FoundState } from '../ui/query-state.tsx'
import { SearchField } from '../ui/search-field.tsx'

/** The people who have ordered, one row each, sorted by their latest order. */
export default function Customers() {
  const fetchShop = useFetchShop()
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const tag = params.get('tag') ?? ''
  const filter = { ...(search && { search }), ...(tag && { tag }) }
  const table = useRef<HTMLTableElement>(null)
  useRowShortcuts(table)
  const query = useInfiniteQuery({
    queryKey: ['customers', search, tag],
    queryFn: async ({ pageParam, signal }) =>
      (await fetchShop(listCustomers, { query: { ...filter, cursor: pageParam }, signal })).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (previous) => previous,
  })
  const tags = query.data?.pages[0]?.tags ?? []

  function setFilter(name: 'search' | 'tag', text: string) {
    const after = { ...filter, [name]: text }
    setParams(Object.fromEntries(Object.entries(after).filter(([, value]) => value !== '')), {
      replace: true,
    })
  }

  return (
    <>
      <PageHeading title="Customers" />
      <search>
        <div className="mb-3 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          <SearchField
            label="Search customers"
            placeholder="Name, phone or e-mail"
            value={search}
            onSearch={(text) => setFilter('search', text)}
          />
          {tags.length > 0 || tag ? (
            <FilterSelect
              label="Tag"
              value={tag}
              options={[['', 'Any tag'], ...new Set(tag ? [tag, ...tags] : tags)]}
              onChange={(value) => setFilter('tag', value)}
            />
          ) : null}
        </div>
      </search>
      <FoundState query={query}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.customers)
          // A customer who orders while the pages are read may be on two pages.
          const customers = [...new Map(rows.map((row) => [row.customerId, row])).values()]
          if (customers.length === 0)
            return (
              <NoRows query={query} title="No customers here">
                {search || tag
                  ? 'Nobody who ordered matches.'
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
                    {customers.map((customer) => (
                      <tr
                        key={customer.customerId}
                        className="relative border-t border-line hover:bg-paper-deep/60"
                      >
                        <th scope="row" className="p-2 pl-4 font-normal">
                          <Link
                            to={`/customers/${encodeURIComponent(customer.customerId)}`}
                            data-row
                            className={ROW_LINK}
                          >
                            {customer.name}
                          </Link>
                          <span className="block text-sm break-all text-ink-soft">{customer.email}</span>
                          <CustomerBadges customer={customer} />
                        </th>
                        <td className="hidden p-2 md:table-cell">{customer.phone}</td>
                        <td className="p-2 text-right">{customer.orders}</td>
                        <td className="p-2 pr-4 text-right">{formatAmount(customer.spent)}</td>
                        <td className="hidden p-2 pr-4 text-right sm:table-cell">
                          {formatDay(customer.lastOrderAt)}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <MorePages query={query} />
            </>
          )
        }}
      </FoundState>
      <div className="mt-4 flex flex-wrap gap-2">
        <CustomerFiles filter={filter} />
      </div>
    </>
  )
}
