import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import { Button } from '@nashta/ui/button'
import { useState } from 'react'
import type { FetchPincode } from '../../data/shop/fetch-pincode.ts'
import { EMPTY_ADDRESS, ShippingForm, valuesOf } from './shipping-form.tsx'
import { useFillCityAndState, usePincode } from './use-pincode.ts'

export type EditAddressFormProps = {
  /** Null for a new address. */
  address: ShippingAddress | null
  fetchPincode: FetchPincode
  onSave: (address: ShippingAddress) => Promise<void>
  onCancel: () => void
}

/**
 * The checkout's address form on its own, for a saved address. It also saves an address that the
 * shop does not deliver to.
 */
export function EditAddressForm({ address, fetchPincode, onSave, onCancel }: EditAddressFormProps) {
  const [values, setValues] = useState(() => (address ? valuesOf(address) : EMPTY_ADDRESS))
  const pincode = usePincode(fetchPincode, values)
  useFillCityAndState(pincode, { address: values, onChange: setValues })
  return (
    <ShippingForm
      address={values}
      places={pincode.details?.places ?? []}
      pincodeNote={pincode.note}
      notServedText={null}
      submitText="Save address"
      otherActions={
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
      }
      onChange={setValues}
      onContinue={onSave}
    />
  )
}
