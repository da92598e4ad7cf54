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

/** An operator adds a parcel to an order that has left the shop, or corrects the one that is named. */
type ParcelSaved = { kind: 'parcelSaved'; parcelId?: string | undefined; parcel: ParcelFacts }

/** The mails about one parcel: more corrections than an honest shop makes would only annoy. */
const MAILS_MAX = 10

export function saveParcel(
  order: OrderRecord,
  { parcelId, parcel: facts }: ParcelSaved,
  { at }: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  assertOnItsWay(order)
  const parcels = parcelsOf(order)
  if (parcelId === undefined && parcels.some((parcel) => hasFacts(parcel, facts))) return unchanged(order)
  const earlier =
    parcelId === undefined
      ? findWithoutNumber(parcels, facts)
      : parcels.find((each) => each.parcelId === parcelId)
  if (parcelId !== undefined && !earlier) throw illegalTransition('This order has no such parcel')
  if (!earlier) return mailed(withNewParcel(order, facts, at), 'parcelAdded', undefined, at)
  if (hasFacts(earlier, facts)) return unchanged(order)
  if (earlier.mails >= MAILS_MAX) throw illegalTransition('This parcel was corrected too often')
  return mailed(withCorrectedParcel(order, earlier, facts, at), 'parcelChanged', earlier.parcelId, at)
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

/** The mail shows all parcels of the order. Each change of a parcel has its own. */
function mailed(
  order: OrderRecord,
  entry: 'parcelAdded' | 'parcelChanged',
  changedId: string | undefined,
  at: Date,
): OrderTransition {
  const parcels = parcelsOf(order)
  const parcel =
    changedId === undefined ? parcels.at(-1) : parcels.find((each) => each.parcelId === changedId)
  if (!parcel) return unchanged(order)
  const { parcelId, mails } = parcel
  const counted = withParcel(order, { ...parcel, mails: mails + 1 })
  const details = { note: describeParcel(parcel), parcelId }
  return {
    order: withTimeline(counted, at, entry, details),
    effects: [{ kind: 'queueMail', mail: 'parcel', parcel: `${parcelId}.${mails + 1}` }],
  }
}
