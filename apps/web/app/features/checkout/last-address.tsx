import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import { Button } from '@nashta/ui/button'
import type { AddressValues } from './kept-address.ts'

export type LastAddressProps = { address: ShippingAddress; onUse: (address: AddressValues) => void }

/** Nobody likes to type an address twice. */
export function LastAddress({ address, onUse }: LastAddressProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-3xl bg-butter-lit p-5">
      <div className="min-w-0">
        <p className="font-semibold">Same place as last time?</p>
        <p className="mt-1 text-ink-soft text-pretty">{addressText(address)}</p>
      </div>
      <Button look="outline" onClick={() => onUse({ ...address, addressLine2: address.addressLine2 ?? '' })}>
        Use this address
      </Button>
    </div>
  )
}

/** On one line. */
export function addressText(address: ShippingAddress): string {
  const { fullName, addressLine1, addressLine2, city, state, pincode } = address
  return [fullName, addressLine1, addressLine2, city, `${state} - ${pincode}`].filter(Boolean).join(', ')
}
