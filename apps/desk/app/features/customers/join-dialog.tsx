import { useCall } from '@nashta/browser/forms/use-call'
import { type Customer, joinCustomers, listCustomers } from '@nashta/contracts/orders/desk/customers'
import { Failure } from '@nashta/ui/failure'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumberOf } from '../../data/formats.ts'
import { useFetchShop } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { failureText } from '../../ui/query-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'

const FOUND_MAX = 8

export type JoinDialogProps = {
  customerId: string
  name: string
  onJoined: (customer: Customer) => void
  onClosed: () => void
}

/** Finds another row of the same person, and joins it. */
export function JoinDialog({ customerId, name, onJoined, onClosed }: JoinDialogProps) {
  const fetchShop = useFetchShop()
  const [search, setSearch] = useState(name)
  const found = useQuery({
    queryKey: ['customers', 'to join', search],
    enabled: search.trim().length > 1,
    queryFn: async ({ signal }) =>
      (await fetchShop(listCustomers, { query: { search, limit: FOUND_MAX }, signal })).data.customers,
  })
  const { run, isBusy, failure } = useCall(async (otherId: string) => {
    const { data } = await fetchShop(joinCustomers, { params: { customerId }, body: { customerId: otherId } })
    onJoined(data)
  }, failureText)
  const others = (found.data ?? []).filter((other) => other.customerId !== customerId)

  return (
    <Dialog title={`Join ${name} with…`} onClosed={onClosed}>
      {(close) => (
        <div className="grid gap-3">
          <p>
            Both are shown as one customer, until you separate them. No shopper sees orders of the other one.
          </p>
          <SearchField
            label="Find the other one"
            placeholder="Name, phone or e-mail"
            value={search}
            onSearch={setSearch}
          />
          {failure ? <Failure>{failure}</Failure> : null}
          <output className="grid gap-2">
            {found.data && others.length === 0 ? 'Nobody else found' : null}
            {others.map((other) => (
              <span
                key={other.customerId}
                className="flex items-center justify-between gap-3 border-t border-line pt-2"
              >
                <span className="min-w-0 wrap-anywhere">
                  {other.name}, {other.phone}
                  <span className="block text-sm text-ink-soft">
                    {other.email ?? 'no e-mail'}, {formatNumberOf(other.orders, 'order')}
                    {other.hasAccount ? ', account' : ''}
                  </span>
                </span>
                <Action
                  aria-label={`Join ${other.name}, ${other.phone}`}
                  aria-disabled={isBusy || undefined}
                  onClick={() => void run(other.customerId).then((isJoined) => isJoined && close())}
                >
                  Join
                </Action>
              </span>
            ))}
          </output>
        </div>
      )}
    </Dialog>
  )
}
