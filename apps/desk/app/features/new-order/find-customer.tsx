import { getCustomer, listCustomers } from '@nashta/contracts/orders/desk/customers'
import { getOrderForDesk } from '@nashta/contracts/orders/desk/desk-order'
import { digitsOf } from '@nashta/contracts/orders/phone'
import { useQuery } from '@tanstack/react-query'
import { formatNumberOf } from '../../data/formats.ts'
import { useFetchShop } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { CustomerBadges } from '../../ui/customer-badges.tsx'
import type { NewOrderDraft } from './new-order-draft.ts'

const DIGITS_MIN = 4
const FOUND_MAX = 4

export type FindCustomerProps = {
  phone: string
  onPick: (fields: Partial<NewOrderDraft>) => void
}

/** The customers whose number begins or ends with the typed digits. A press fills in all that is known. */
export function FindCustomer({ phone, onPick }: FindCustomerProps) {
  const fetchShop = useFetchShop()
  const search = phone.trim()
  const isLongEnough = digitsOf(search).length >= DIGITS_MIN
  const found = useQuery({
    queryKey: ['customers', 'by phone', search],
    enabled: isLongEnough,
    queryFn: async ({ signal }) =>
      (await fetchShop(listCustomers, { query: { search, limit: FOUND_MAX }, signal })).data.customers,
  })

  async function pick(customerId: string) {
    const { data } = await fetchShop(getCustomer, { params: { customerId }, query: {} })
    const { customer, orders } = data
    const newest = orders[0]
    const fields = { customerId, name: customer.name, phone: customer.phone, email: customer.email ?? '' }
    // First what is known at once. The address of the newest order follows.
    onPick(fields)
    if (!newest) return
    const order = await fetchShop(getOrderForDesk, { params: { orderId: newest.purchaseId } })
    const { address, isCollected } = order.data
    if (!address || isCollected) return
    const { addressLine1, addressLine2 = '', city, state, pincode } = address
    onPick({ ...fields, addressLine1, addressLine2, city, state, pincode })
  }

  if (!isLongEnough) return null
  return (
    <output className="grid gap-2">
      {found.data?.length === 0 ? <span className="text-ink-soft">A new customer</span> : null}
      {found.data?.map((customer) => (
        <span key={customer.customerId}>
          <Action onClick={() => void pick(customer.customerId)}>
            {customer.name}, {customer.phone}
          </Action>
          <span className="ml-2 text-sm text-ink-soft">{formatNumberOf(customer.orders, 'order')}</span>
          <CustomerBadges customer={customer} />
        </span>
      ))}
    </output>
  )
}
