import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'

export function ShippedTo({ address }: { address: ShippingAddress }) {
  const { fullName, addressLine1, addressLine2, city, state, pincode, phoneNumber } = address
  return (
    <section className="mt-4 rounded-3xl bg-paper px-5 py-4">
      <h3 className="font-semibold">Shipping Address</h3>
      <address className="mt-1 leading-relaxed break-words text-ink-soft not-italic">
        {fullName}
        <br />
        {addressLine1}
        <br />
        {addressLine2 ? (
          <>
            {addressLine2}
            <br />
          </>
        ) : null}
        {city}, {state} - {pincode}
        <br />
        Phone: {phoneNumber}
      </address>
    </section>
  )
}
