import { parsePincode } from '@nashta/contracts/delivery/delivery-fee'
import type { Pincode } from '@nashta/contracts/delivery/pincode'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FetchPincode } from '../../data/fetch-pincode.ts'
import type { AddressValues } from './shipping-form.tsx'

type TypedPlace = Pick<AddressValues, 'pincode' | 'state'>

/** The place and the terms of delivery of the typed pincode; null while they are not known. */
export function usePincode(fetchPincode: FetchPincode, { pincode: text, state }: TypedPlace) {
  const pincode = parsePincode(text)
  const [found, setFound] = useState<Pincode | null>(null)
  const details = found?.pincode === pincode ? found : null
  // A pincode in two states is loaded twice on purpose: first to learn its states, then with the shopper's state.
  const stateCode = details && details.places.length > 1 ? stateCodeOf(details, state) : undefined

  const load = useCallback(async () => {
    if (pincode === null) return null
    // When the terms cannot be loaded, the form works without them, and the store prices the order.
    return fetchPincode(pincode, stateCode).catch(() => null)
  }, [fetchPincode, pincode, stateCode])

  useEffect(() => {
    let isCurrent = true
    void load().then((loaded) => {
      if (isCurrent && loaded) setFound(loaded)
    })
    return () => {
      isCurrent = false
    }
  }, [load])

  async function refresh() {
    const loaded = await load()
    if (loaded) setFound(loaded)
  }
  return { details, refresh }
}

function stateCodeOf({ places }: Pincode, state: string): string | undefined {
  const typed = state.trim().toLowerCase()
  return places.find((place) => place.state.name.toLowerCase() === typed)?.state.code
}

type FilledPlace = Pick<AddressValues, 'city' | 'state'>

/** The city and state of a pincode. Both are empty when the shopper has to choose between two states. */
export function placeOf({ places }: Pincode): FilledPlace {
  const [place] = places
  return place && places.length === 1
    ? { city: place.district, state: place.state.name }
    : { city: '', state: '' }
}

/** The fields to fill in: those that are empty, or unchanged since `lastFilled` was filled in. */
export function fillPlace(
  address: FilledPlace,
  lastFilled: FilledPlace,
  place: FilledPlace,
): Partial<FilledPlace> {
  function mustFill(name: keyof FilledPlace) {
    const isTyped = address[name].trim() !== '' && address[name] !== lastFilled[name]
    return !isTyped && address[name] !== place[name]
  }
  return {
    ...(mustFill('city') && { city: place.city }),
    ...(mustFill('state') && { state: place.state }),
  }
}

/** Fills in city and state when the place of a new pincode is known. */
export function useFillPlace(
  details: Pincode | null,
  address: AddressValues,
  onChange: (address: AddressValues) => void,
) {
  const filled = useRef<{ pincode: string; place: FilledPlace }>({
    pincode: '',
    place: { city: '', state: '' },
  })
  // Runs after every render, because it needs the current address; each pincode is filled in once.
  useEffect(() => {
    if (!details || details.pincode === filled.current.pincode) return
    const place = placeOf(details)
    onChange({ ...address, ...fillPlace(address, filled.current.place, place) })
    filled.current = { pincode: details.pincode, place }
  })
}
