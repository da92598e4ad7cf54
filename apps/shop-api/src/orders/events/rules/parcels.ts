import { PARCELS_MAX, type Parcel, type ParcelState } from '@nashta/contracts/orders/parcel'
import { illegalTransition } from '../../order/order-state.ts'
import type { OrderRecord, StoredParcel } from '../../order/purchase-store.ts'

/** What an operator says about a parcel. */
export type ParcelFacts = Pick<Parcel, 'courier' | 'trackingNumber' | 'trackingUrl'>

export function parcelsOf({ fulfilment: { parcels = [] } }: Pick<OrderRecord, 'fulfilment'>) {
  return parcels
}

/** Whether the parcel is as the operator says, so that the call is a repeated one. */
export function hasFacts(parcel: StoredParcel, { courier, trackingNumber, trackingUrl }: ParcelFacts) {
  return (
    parcel.courier === courier &&
    parcel.trackingNumber === trackingNumber &&
    parcel.trackingUrl === trackingUrl
  )
}

export function withNewParcel(order: OrderRecord, facts: ParcelFacts, at: Date): OrderRecord {
  const parcels = parcelsOf(order)
  if (parcels.length >= PARCELS_MAX) throw illegalTransition(`An order has at most ${PARCELS_MAX} parcels`)
  const time = at.toISOString()
  const parcel: StoredParcel = {
    parcelId: `P${parcels.length + 1}`,
    ...onlyFacts(facts),
    state: 'onTheWay',
    shippedAt: time,
    updatedAt: time,
    mails: 0,
  }
  return withParcels(order, [...parcels, parcel])
}

/** The parcel with other facts, and with one more mail about it. */
export function withCorrectedParcel(
  order: OrderRecord,
  { parcelId, state, shippedAt, mails }: StoredParcel,
  facts: ParcelFacts,
  at: Date,
): OrderRecord {
  const changed = { parcelId, ...onlyFacts(facts), state, shippedAt, updatedAt: at.toISOString(), mails }
  return withParcel(order, changed)
}

export function withParcel(order: OrderRecord, changed: StoredParcel): OrderRecord {
  return withParcels(
    order,
    parcelsOf(order).map((parcel) => (parcel.parcelId === changed.parcelId ? changed : parcel)),
  )
}

/** Gives the parcels in one of the states `from` another state. */
export function withParcelStates(
  order: OrderRecord,
  from: readonly ParcelState[],
  state: ParcelState,
  at: Date,
): OrderRecord {
  const updatedAt = at.toISOString()
  const parcels = parcelsOf(order)
  if (!parcels.some((parcel) => from.includes(parcel.state))) return order
  return withParcels(
    order,
    parcels.map((parcel) =>
      from.includes(parcel.state) ? Object.assign({}, parcel, { state, updatedAt }) : parcel,
    ),
  )
}

function withParcels(order: OrderRecord, parcels: readonly StoredParcel[]): OrderRecord {
  return { ...order, fulfilment: { ...order.fulfilment, parcels } }
}

function onlyFacts({ courier, trackingNumber, trackingUrl }: ParcelFacts): ParcelFacts {
  return {
    courier,
    ...(trackingNumber !== undefined && { trackingNumber }),
    ...(trackingUrl !== undefined && { trackingUrl }),
  }
}
