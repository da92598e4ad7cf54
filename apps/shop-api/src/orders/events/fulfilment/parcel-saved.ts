import { describeParcel } from '@nashta/contracts/orders/parcel'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { illegalTransition, orderNotFound, unchanged, withTimeline } from '../../order/order-state.ts'
import { isVisible, phaseOf } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition, StoredParcel } from '../../order/purchase-store.ts'
import {
  hasFacts,
  type ParcelFacts,
  parcelsOf,
  withCorrectedParcel,
  withNewParcel,
  withParcel,
} from '../rules/parcels.ts'

/**
 * An operator adds a parcel to an order that has left the shop, gives a number to one that has none, or corrects the one
 * that is named.
 */
type ParcelSaved = { kind: 'parcelSaved'; parcelId?: string | undefined; parcel: ParcelFacts }

/** The most mails about one parcel, so that corrections cannot flood a shopper. */
const MAILS_MAX = 10

export function saveParcel(
  order: OrderRecord,
  { parcelId, parcel: facts }: ParcelSaved,
  { at }: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  assertOnItsWay(order)
  const parcels = parcelsOf(order)
  if (parcelId === undefined) {
    if (parcels.some((parcel) => hasFacts(parcel, facts))) return unchanged(order)
    const unnumbered = findWithoutNumber(parcels, facts)
    if (unnumbered) return correctParcel(order, unnumbered, facts, at)
    return mailed(withNewParcel(order, facts, at), 'parcelAdded', (added) => added.at(-1), at)
  }
  const named = parcels.find((each) => each.parcelId === parcelId)
  if (!named) throw illegalTransition('This order has no such parcel')
  return correctParcel(order, named, facts, at)
}

function correctParcel(
  order: OrderRecord,
  parcel: StoredParcel,
  facts: ParcelFacts,
  at: Date,
): OrderTransition {
  if (hasFacts(parcel, facts)) return unchanged(order)
  if (parcel.mails >= MAILS_MAX) throw illegalTransition('This parcel was corrected too often')
  const isSame = ({ parcelId }: StoredParcel) => parcelId === parcel.parcelId
  const corrected = withCorrectedParcel(order, parcel, facts, at)
  return mailed(corrected, 'parcelChanged', (changed) => changed.find(isSame), at)
}

function assertOnItsWay(order: OrderRecord) {
  const phase = phaseOf(order)
  const hasParcels = phase.name === 'delivered' || (phase.name === 'onItsWay' && phase.isShipped)
  if (!hasParcels) throw illegalTransition('Only an order that is shipped, and not cancelled, has parcels')
}

/** A number completes a parcel that was handed over to this courier without one. */
function findWithoutNumber(parcels: readonly StoredParcel[], { courier, trackingNumber }: ParcelFacts) {
  if (trackingNumber === undefined) return undefined
  return parcels.find((each) => each.trackingNumber === undefined && each.courier === courier)
}

/** Counts one more mail about the parcel and queues it. The mail shows all parcels of the order. */
function mailed(
  order: OrderRecord,
  entry: 'parcelAdded' | 'parcelChanged',
  find: (parcels: readonly StoredParcel[]) => StoredParcel | undefined,
  at: Date,
): OrderTransition {
  const parcel = find(parcelsOf(order))
  if (!parcel) throw illegalTransition('This order has no such parcel')
  const { parcelId, mails } = parcel
  const counted = withParcel(order, { ...parcel, mails: mails + 1 })
  const details = { note: describeParcel(parcel), parcelId }
  return {
    order: withTimeline(counted, at, entry, details),
    effects: [{ kind: 'queueMail', mail: 'parcel', parcel: `${parcelId}.${mails + 1}` }],
  }
}
