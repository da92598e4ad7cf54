import { listDetails } from '@nashta/contracts/orders/order-details'

type OrderDetailsProps = { details: Parameters<typeof listDetails>[0]; className?: string }

/** What the shopper added to the order. Nothing if they added nothing. */
export function OrderDetails({ details, className = '' }: OrderDetailsProps) {
  return listDetails(details).map(({ name, label, text }) => (
    <p key={name} className={`break-words whitespace-pre-line ${className}`}>
      <span className="font-semibold">{label}:</span> {text}
    </p>
  ))
}
