import type { CustomerRow } from '@nashta/contracts/orders/desk/customers'

const BADGE = 'rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap'

/** Tags, and what an operator must know before they send something. */
export function CustomerBadges({ customer }: { customer: CustomerRow }) {
  const { tags, takesNoCash, returnedCashOrders, joined } = customer
  if (tags.length === 0 && !takesNoCash && returnedCashOrders === 0 && joined === 0) return null
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {takesNoCash ? <span className={`${BADGE} bg-danger-tint text-danger-deep`}>No cash</span> : null}
      {returnedCashOrders > 0 ? (
        <span className={`${BADGE} bg-butter text-ink`}>{returnedCashOrders} cash came back</span>
      ) : null}
      {tags.map((tag) => (
        <span key={tag} className={`${BADGE} bg-pistachio-tint text-pistachio`}>
          {tag}
        </span>
      ))}
      {joined > 0 ? (
        <span className={`${BADGE} border border-line text-ink-soft`}>{joined + 1} joined</span>
      ) : null}
    </span>
  )
}
