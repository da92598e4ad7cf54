import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { saveParcel } from '@nashta/contracts/orders/desk/order-calls'
import type { Parcel } from '@nashta/contracts/orders/parcel'
import { useState } from 'react'
import { formatTime } from '../../data/formats.ts'
import { parcelStateLabel } from '../../data/order-labels.ts'
import { ShipDialog } from '../../dialogs/ship-dialog.tsx'
import { useFetchShop, useMayCall } from '../../session/desk-session.tsx'
import { Action, TEXT_LINK } from '../../ui/controls.tsx'

export type ParcelsProps = {
  order: DeskOrder
  parcels: readonly Parcel[]
  onDone: (text: string, order: DeskOrder) => Promise<void>
}

/** The parcels of an order, with their links. Each can be corrected. */
export function Parcels({ order, parcels, onDone }: ParcelsProps) {
  const fetchShop = useFetchShop()
  const mayCall = useMayCall()
  const [corrected, setCorrected] = useState<Parcel | null>(null)
  const mayCorrect =
    mayCall(saveParcel) && order.actions.some(({ action, allowed }) => action === 'parcel' && allowed)
  return (
    <>
      <ol className="grid gap-3">
        {parcels.map((parcel) => (
          <li key={parcel.parcelId} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <div className="min-w-0">
              <p className="font-medium">{parcel.courier}</p>
              <p className="break-all">{parcel.trackingNumber ?? 'No tracking number yet'}</p>
              <p className="text-sm text-ink-soft">
                {parcelStateLabel(parcel.state)}, {formatTime(parcel.updatedAt)}
              </p>
              {parcel.trackingUrl ? (
                <a href={parcel.trackingUrl} target="_blank" rel="noreferrer" className={TEXT_LINK}>
                  Track it
                </a>
              ) : null}
            </div>
            {mayCorrect ? <Action onClick={() => setCorrected(parcel)}>Correct</Action> : null}
          </li>
        ))}
      </ol>
      {corrected ? (
        <ShipDialog
          title={`Correct the parcel with ${corrected.courier}`}
          submitLabel="Correct"
          hasTracking
          parcel={corrected}
          onClosed={() => setCorrected(null)}
          onShip={async (parcel) => {
            const body = { ...parcel, parcelId: corrected.parcelId, version: order.version }
            const params = { orderId: order.purchaseId }
            const { data } = await fetchShop(saveParcel, { params, body })
            await onDone('Corrected', data)
          }}
        />
      ) : null}
    </>
  )
}
