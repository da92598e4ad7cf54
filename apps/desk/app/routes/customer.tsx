import { eraseCustomer, getCustomer } from '@nashta/contracts/orders/desk/customers'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { TextField } from '@nashta/ui/field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatAmount, formatDay, formatNumberOf, formatTime } from '../data/formats.ts'
import { useFetchShop, useMayCall } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { WorkBadge } from '../ui/badge.tsx'
import { Action, Card, Fact, PageHeading, ROW_LINK, TEXT_LINK } from '../ui/controls.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { QueryState } from '../ui/query-state.tsx'
import type { Route } from './+types/customer'

const NEWSLETTER_LABELS = new Map([
  ['none', 'Not asked for'],
  ['pending', 'Asked for, not confirmed'],
  ['confirmed', 'Gets it'],
  ['unsubscribed', 'Unsubscribed'],
])

export default function CustomerPage({ params: { userId } }: Route.ComponentProps) {
  const fetchShop = useFetchShop()
  const mayCall = useMayCall()
  const [isErasing, setIsErasing] = useState(false)
  const query = useQuery({
    queryKey: ['customer', userId],
    queryFn: async ({ signal }) => (await fetchShop(getCustomer, { params: { userId }, signal })).data,
  })
  return (
    <QueryState query={query} heading="Customer">
      {({ customer, newsletter, orders }) => (
        <>
          <PageHeading title={customer.name}>
            <Link to="/customers" className={`px-2 ${TEXT_LINK}`}>
              All customers
            </Link>
          </PageHeading>
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <Card title="Orders">
              <ul className="divide-y divide-line">
                {orders.map(({ purchaseId, purchaseDate, totalAmount, work }) => (
                  <li
                    key={purchaseId}
                    className="relative flex flex-wrap items-center justify-between gap-3 py-2 hover:bg-paper-deep"
                  >
                    <span>
                      <Link to={`/orders/${encodeURIComponent(purchaseId)}`} className={ROW_LINK}>
                        #{orderNumber(purchaseId)}
                      </Link>
                      <span className="block text-sm text-ink-soft">{formatTime(purchaseDate)}</span>
                    </span>
                    <span className="ml-auto font-medium">
                      {totalAmount === undefined ? '' : formatAmount(totalAmount)}
                    </span>
                    <WorkBadge work={work} />
                  </li>
                ))}
              </ul>
            </Card>
            <Card title="About">
              <dl className="grid gap-2">
                <Fact name="Spent">
                  {formatAmount(customer.spent)} in {formatNumberOf(customer.orders, 'order')}
                </Fact>
                <Fact name="Last order">{formatDay(customer.lastOrderAt)}</Fact>
                {customer.email ? (
                  <Fact name="E-mail">
                    <a href={`mailto:${customer.email}`} className={`break-all ${TEXT_LINK}`}>
                      {customer.email}
                    </a>
                  </Fact>
                ) : null}
                <Fact name="Phone">
                  <a href={`tel:${customer.phone}`} className={TEXT_LINK}>
                    {customer.phone}
                  </a>
                </Fact>
                <Fact name="Newsletter">{NEWSLETTER_LABELS.get(newsletter) ?? newsletter}</Fact>
              </dl>
              {mayCall(eraseCustomer) ? (
                <p className="mt-4">
                  <Action onClick={() => setIsErasing(true)}>Erase personal data</Action>
                </p>
              ) : null}
            </Card>
          </div>
          {isErasing ? (
            <EraseDialog userId={userId} name={customer.name} onClosed={() => setIsErasing(false)} />
          ) : null}
        </>
      )}
    </QueryState>
  )
}

const CONFIRMATION = 'erase'

type EraseDialogProps = { userId: string; name: string; onClosed: () => void }

/** Erasing cannot be undone, so the operator must type a word to confirm it. */
function EraseDialog({ userId, name, onClosed }: EraseDialogProps) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const showToast = useToast()
  const [text, setText] = useState('')

  async function erase() {
    const { data } = await fetchShop(eraseCustomer, { params: { userId }, body: { confirm: CONFIRMATION } })
    // The store cannot delete accounts of a user pool that it does not run.
    const accountNote =
      data.account === 'elsewhere' ? '. The account is in another user pool: delete it there' : ''
    showToast({ text: `Erased, also in ${formatNumberOf(data.erasedOrders, 'order')}${accountNote}` })
    await navigate('/customers')
    // Without this, Back would show the erased customer from the cache.
    queries.removeQueries({ queryKey: ['customer', userId] })
    await queries.invalidateQueries({ queryKey: ['customers'] })
  }

  return (
    <FormDialog
      title={`Erase ${name}`}
      submitLabel="Erase"
      isSubmitDisabled={text !== CONFIRMATION}
      schema={eraseCustomer.body}
      onSubmit={erase}
      onClosed={onClosed}
    >
      {(field) => (
        <>
          <p className="mb-2">
            Name, address, phone and e-mail address are erased, and the account is deleted. Orders stay,
            without the person. This cannot be undone.
          </p>
          <TextField
            {...field('confirm')}
            label={`Type “${CONFIRMATION}” to go on`}
            value={text}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
