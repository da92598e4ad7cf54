import { isShopError } from '@nashta/contracts/api/shop-error'
import { isArmyPost, parsePincode } from '@nashta/contracts/delivery/parse-pincode'
import type { Pincode } from '@nashta/contracts/delivery/pincode'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FetchPincode } from '../../data/shop/fetch-pincode.ts'
import { PINCODE_OF_ARMY_POST, PINCODE_UNKNOWN } from './checkout-texts.ts'
import type { AddressValues } from './shipping-form.tsx'

type PincodeAndState = Pick<AddressValues, 'pincode' | 'state'>

/**
 * Loads the details of the typed pincode: its places and the terms of delivery. `details` is null
 * until they are known. `unknownPincode` is the typed pincode if the store does not know it. `note`
 * asks the shopper to check a pincode without places. `refresh` loads the details again.
 */
export function usePincode(fetchPincode: FetchPincode, { pincode: text, state }: PincodeAndState) {
  const pincode = parsePincode(text)
  /** `details` is null when the store does not know the pincode. */
  const [found, setFound] = useState<{ pincode: string; details: Pincode | null } | null>(null)
  const details = found?.details?.pincode === pincode ? found.details : null
  // A pincode in two states is loaded twice: first for the names of its states, then with the state
  // that the shopper chose.
  const stateCode = details && details.places.length > 1 ? stateCodeOf(details, state) : undefined

  const requestCount = useRef(0)
  const refresh = useCallback(async () => {
    requestCount.current += 1
    const request = requestCount.current
    if (pincode === null) return
    // When the terms cannot be loaded, the form works without them, and the store prices the order.
    const loaded = await fetchPincode(pincode, stateCode).then(
      (terms) => ({ pincode, details: terms }),
      (error: unknown) => (isUnknownPincode(error) ? { pincode, details: null } : null),
    )
    // The shopper may have typed another pincode or state meanwhile.
    if (loaded && request === requestCount.current) setFound(loaded)
  }, [fetchPincode, pincode, stateCode])

  useEffect(() => void refresh(), [refresh])

  const unknownPincode = found?.details === null && found.pincode === pincode ? pincode : null
  const note = unknownPincode === null ? armyPostNote(details) : PINCODE_UNKNOWN
  return { details, unknownPincode, note, refresh }
}

/** No list has the pincodes of the Army Post, so the store cannot tell a mistyped one. */
function armyPostNote(details: Pincode | null) {
  return details && isArmyPost(details.pincode) ? PINCODE_OF_ARMY_POST : null
}

function isUnknownPincode(error: unknown) {
  return isShopError(error) && error.status === 404
}

function stateCodeOf({ places }: Pincode, state: string): string | undefined {
  const typed = state.trim().toLowerCase()
  return places.find((place) => place.state.name.toLowerCase() === typed)?.state.code
}

type CityAndState = Pick<AddressValues, 'city' | 'state'>

const NO_PLACE: CityAndState = { city: '', state: '' }

/** City and state are empty when the shopper has to choose between two states. */
export function cityAndStateOf({ places }: Pincode): CityAndState {
  const [place] = places
  return place && places.length === 1 ? { city: place.district, state: place.state.name } : NO_PLACE
}

/** The values of `found` for the fields that are empty or still have their `lastFilled` value. */
export function pickFieldsToFill(
  address: CityAndState,
  lastFilled: CityAndState,
  found: CityAndState,
): Partial<CityAndState> {
  function mustFill(name: keyof CityAndState) {
    const isTyped = address[name].trim() !== '' && address[name] !== lastFilled[name]
    return !isTyped && address[name] !== found[name]
  }
  return {
    ...(mustFill('city') && { city: found.city }),
    ...(mustFill('state') && { state: found.state }),
  }
}

type FoundPincode = Pick<ReturnType<typeof usePincode>, 'details' | 'unknownPincode'>

type FillOptions = {
  address: AddressValues
  /** Whether the city and state of the address must stay as they are. */
  isComplete?: boolean
  onChange: (address: AddressValues) => void
}

/**
 * Fills in city and state when the details of a new pincode are known. When a new pincode is unknown,
 * empties what it had filled in before.
 */
export function useFillCityAndState(
  { details, unknownPincode }: FoundPincode,
  { address, isComplete = false, onChange }: FillOptions,
) {
  const lastFilled = useRef<{ pincode: string; values: CityAndState }>({ pincode: '', values: NO_PLACE })
  // The effect needs the current address, so it runs after every render. It acts once per pincode.
  // It is a layout effect, which runs before the shopper can type on. `useEffect` could run later,
  // and its older address would overwrite what the shopper typed meanwhile.
  useLayoutEffect(() => {
    const pincode = details?.pincode ?? unknownPincode
    if (pincode === null || pincode === lastFilled.current.pincode) return
    if (isComplete) {
      lastFilled.current = { pincode, values: NO_PLACE }
      return
    }
    const values = details ? cityAndStateOf(details) : NO_PLACE
    onChange({ ...address, ...pickFieldsToFill(address, lastFilled.current.values, values) })
    lastFilled.current = { pincode, values }
  })
}
