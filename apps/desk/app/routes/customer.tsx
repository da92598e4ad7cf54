import { useCall } from '@nashta/browser/forms/use-call'
import {
  type Customer,
  eraseCustomer,
  getCustomer,
  joinCustomers,
  saveCustomer,
  separateCustomer,
} from '@nashta/contracts/orders/desk/customers'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatAmount, formatDay, formatNumberOf, formatTime } from '../data/formats.ts'
import { ContactLinks } from '../features/customers/contact-links.tsx'
import { CustomerMarks } from '../features/customers/customer-marks.tsx'
import { JoinDialog } from '../features/customers/join-dialog.tsx'
import { useFetchShop, useMayCall } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { WorkBadge } from '../ui/badge.tsx'
import { Action, Card, Fact, PageHeading, ROW_LINK, TEXT_LINK } from '../ui/controls.tsx'
import { CustomerBadges } from '../ui/customer-badges.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { MorePages } from '../ui/more-pages.tsx'
import { failureText, QueryState } from '../ui/query-state.tsx'
import type { Route } from './+types/customer'

const NEWSLETTER_LABELS = new Map([
  ['none', 'Not asked for'],
  ['pending', 'Asked for, not confirmed'],
  ['confirmed', 'Gets it'],
  ['unsubscribed', 'Unsubscribed'],
])

export default function CustomerPage({ params: { customerId } }: Route.ComponentProps) {
  const fetchShop = useFetchShop()
  const mayCall = useMayCall()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'erase' | 'join' | null>(null)
  const query = useInfiniteQuery({
    queryKey: ['customer', customerId],
    queryFn: async ({ pageParam: before, signal }) =>
      (await fetchShop(getCustomer, { params: { customerId }, query: { before }, signal })).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextBefore }) => nextBefore,
  })

  async function showSaved(saved: Customer) {
    const { customerId: savedId } = saved.customer
    queries.setQueryData(['customer', savedId], { pages: [saved], pageParams: [undefined] })
    // A guest who is joined to an account is shown in the row of the account.
    if (savedId !== customerId) await navigate(`/customers/${encodeURIComponent(savedId)}`, { replace: true })
    await queries.invalidateQueries({ queryKey: ['customers'] })
  }

  return (
    <QueryState query={query} heading="Customer">
      {({ pages }) => {
        const [first] = pages
        if (!first) return null
        const { customer, newsletter, members } = first
        const orders = pages.flatMap((page) => page.orders)
        return (
          <>
            <PageHeading title={customer.name}>
              <Link to="/customers" className={`px-2 ${TEXT_LINK}`}>
                All customers
              </Link>
            </PageHeading>
            <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="grid gap-4">
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
                  <MorePages query={query} />
                </Card>
                {mayCall(saveCustomer) ? (
                  <CustomerMarks data={first} onSaved={(saved) => void showSaved(saved)} />
                ) : null}
              </div>
              <div className="grid gap-4 max-lg:order-first">
                <Card title="About">
                  <CustomerBadges customer={customer} />
                  <div className="my-3">
                    <ContactLinks phone={customer.phone} email={customer.email} />
                  </div>
                  <dl className="grid gap-2">
                    <Fact name="Spent">
                      {formatAmount(customer.spent)} in {formatNumberOf(customer.orders, 'order')}
                    </Fact>
                    <Fact name="Last order">{formatDay(customer.lastOrderAt)}</Fact>
                    {customer.email ? (
                      <Fact name="E-mail">
                        <span className="break-all">{customer.email}</span>
                      </Fact>
                    ) : null}
                    <Fact name="Phone">{customer.phone}</Fact>
                    <Fact name="Account">{customer.hasAccount ? 'Yes' : 'No, orders as a guest'}</Fact>
                    <Fact name="Newsletter">{NEWSLETTER_LABELS.get(newsletter) ?? newsletter}</Fact>
                  </dl>
                  <p className="mt-4 flex flex-wrap gap-2">
                    {mayCall(joinCustomers) ? (
                      <Action onClick={() => setDialog('join')}>Join with another…</Action>
                    ) : null}
                    {mayCall(eraseCustomer) ? (
                      <Action onClick={() => setDialog('erase')}>Erase personal data</Action>
                    ) : null}
                  </p>
                </Card>
                {members.length > 1 ? (
                  <Members data={first} onSaved={(saved) => void showSaved(saved)} />
                ) : null}
              </div>
            </div>
            {dialog === 'erase' ? (
              <EraseDialog
                customerId={customerId}
                name={customer.name}
                joined={customer.joined}
                onClosed={() => setDialog(null)}
              />
            ) : null}
            {dialog === 'join' ? (
              <JoinDialog
                customerId={customer.customerId}
                name={customer.name}
                onJoined={(saved) => void showSaved(saved)}
                onClosed={() => setDialog(null)}
              />
            ) : null}
          </>
        )
      }}
    </QueryState>
  )
}

type MembersProps = { data: Customer; onSaved: (customer: Customer) => void }

/** The customers that are joined. The first one gives the row its id; each other one can be separated from it. */
function Members({ data: { customer, members }, onSaved }: MembersProps) {
  const fetchShop = useFetchShop()
  const mayCall = useMayCall()
  const { run, isBusy, failure } = useCall(async (memberId: string) => {
    const params = { customerId: customer.customerId }
    onSaved((await fetchShop(separateCustomer, { params, body: { customerId: memberId } })).data)
  }, failureText)
  return (
    <Card title="Joined">
      <ul className="grid gap-2">
        {members.map(({ customerId, name, phone, email, orders, hasAccount, joinedAt, joinedBy }) => (
          <li key={customerId} className="flex items-start justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              {[name, phone, email].filter(Boolean).join(', ')}
              <span className="block text-sm text-ink-soft">
                {hasAccount ? 'Account' : 'Guest'}, {formatNumberOf(orders, 'order')}
                {joinedAt ? `, joined by ${joinedBy}, ${formatDay(joinedAt)}` : ''}
              </span>
            </span>
            {joinedAt && mayCall(separateCustomer) ? (
              <Action
                look="plain"
                aria-label={`Separate ${name}, ${phone}`}
                aria-disabled={isBusy || undefined}
                onClick={() => void run(customerId)}
              >
                Separate
              </Action>
            ) : null}
          </li>
        ))}
      </ul>
      {failure ? <Failure>{failure}</Failure> : null}
    </Card>
  )
}

const CONFIRMATION = 'erase'

type EraseDialogProps = { customerId: string; name: string; joined: number; onClosed: () => void }

/** Erasing cannot be undone, so the operator must type a word to confirm it. */
function EraseDialog({ customerId, name, joined, onClosed }: EraseDialogProps) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const showToast = useToast()
  const [text, setText] = useState('')

  async function erase() {
    const { data } = await fetchShop(eraseCustomer, {
      params: { customerId },
      body: { confirm: CONFIRMATION },
    })
    // The store cannot delete accounts of a user pool that it does not run.
    const accountNote =
      data.account === 'elsewhere' ? '. The account is in another user pool: delete it there' : ''
    showToast({ text: `Erased, also in ${formatNumberOf(data.erasedOrders, 'order')}${accountNote}` })
    await navigate('/customers')
    // Without this, Back would show the erased customer from the cache.
    queries.removeQueries({ queryKey: ['customer', customerId] })
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
            without the person.{joined > 0 ? ' All who are joined are erased too.' : ''} This cannot be
            undone.
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
