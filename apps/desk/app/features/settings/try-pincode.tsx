import { isShopError } from '@nashta/contracts/api/shop-error'
import { termsFor } from '@nashta/contracts/delivery/delivery'
import { describeTerms, PINCODE_NOT_FOUND } from '@nashta/contracts/delivery/delivery-texts'
import type { DeliveryZones } from '@nashta/contracts/delivery/delivery-zones'
import { getPincode, type Pincode } from '@nashta/contracts/delivery/pincode'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useFetchShop } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { INPUT, Labelled } from '../../ui/inputs.tsx'
import { failureText } from '../../ui/query-state.tsx'

/** Six digits, and the space that some people write in the middle. */
const TYPED_MAX_LENGTH = 7

/** Shows the terms that the zones in the form give a pincode. `zones` is null while the form is not valid. */
export function TryPincode({ zones }: { zones: DeliveryZones | null }) {
  const fetchShop = useFetchShop()
  const [tried, setTried] = useState('')
  const { data: found, error } = useQuery({
    queryKey: ['pincode', tried],
    enabled: tried !== '',
    retry: false,
    queryFn: async ({ signal }) => (await fetchShop(getPincode, { params: { pincode: tried }, signal })).data,
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const pincode = new FormData(event.currentTarget).get('pincode')
    setTried(typeof pincode === 'string' ? pincode.replaceAll(' ', '') : '')
  }

  return (
    <div className="mt-6 border-t border-line pt-4">
      <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <Labelled label="Try a pincode">
          <input name="pincode" inputMode="numeric" maxLength={TYPED_MAX_LENGTH} className={INPUT} />
        </Labelled>
        <Action type="submit">Try</Action>
      </form>
      <output className="mt-2 block min-h-6">
        {error ? problemOf(error) : null}
        {found && !zones ? 'The zones above have a mistake.' : null}
        {found && zones ? <Terms pincode={found} zones={zones} /> : null}
      </output>
    </div>
  )
}

function problemOf(error: unknown) {
  return isShopError(error) && error.status === 404 ? PINCODE_NOT_FOUND : failureText(error)
}

function Terms({ pincode: { pincode, places }, zones }: { pincode: Pincode; zones: DeliveryZones }) {
  return places.map(({ district, state }) => {
    const terms = termsFor(zones, { pincode, stateCode: state.code })
    // Inside a zone the terms are the zone itself, which has a name.
    const zone = 'name' in terms ? terms.name : 'no zone'
    return (
      <p key={state.code}>
        {pincode} {district}, {state.name} ({zone}): {describeTerms(terms)}
      </p>
    )
  })
}
