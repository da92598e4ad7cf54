import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { parcelInputFields } from '@nashta/contracts/orders/desk/order-calls'
import type { Parcel } from '@nashta/contracts/orders/parcel'
import { TextField } from '@nashta/ui/field'
import * as z from 'zod/mini'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useCouriers } from './use-couriers.ts'

const COURIER_KEY = 'nashta.desk-courier'

const parcelFields = z.object(parcelInputFields)

export type ShipDialogProps = {
  title: string
  submitLabel?: string
  /** False when many orders are shipped at once. They share a courier, but no tracking number. */
  hasTracking: boolean
  /** The parcel to correct; absent for a new one. */
  parcel?: Parcel
  onShip: (values: z.output<typeof parcelFields>) => Promise<void>
  onClosed: () => void
}

/** Asks for the courier and the tracking number. It suggests the last courier of this device. */
export function ShipDialog(props: ShipDialogProps) {
  const { title, submitLabel = 'Ship', hasTracking, parcel, onShip, onClosed } = props
  const couriers = useCouriers()
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      schema={parcelFields}
      onClosed={onClosed}
      onSubmit={async (values) => {
        await onShip(values)
        browserStorage('localStorage').setItem(COURIER_KEY, values.courier)
      }}
    >
      {(field) => (
        <>
          <TextField
            {...field('courier')}
            label="Courier"
            required
            maxLength={100}
            autoComplete="off"
            suggestions={couriers.map(({ name }) => name)}
            defaultValue={parcel?.courier ?? browserStorage('localStorage').getItem(COURIER_KEY) ?? ''}
          />
          {hasTracking ? (
            <>
              <TextField
                {...field('trackingNumber')}
                label="Tracking number"
                hint="Letters, digits and dashes. Optional"
                maxLength={64}
                autoComplete="off"
                defaultValue={parcel?.trackingNumber ?? ''}
              />
              <TextField
                {...field('trackingUrl')}
                label="Tracking link"
                hint="Leave empty for the link of a known courier"
                type="url"
                maxLength={500}
                autoComplete="off"
              />
            </>
          ) : null}
          <p className="mb-2 text-ink-soft">Each shopper with an e-mail address gets a mail.</p>
        </>
      )}
    </FormDialog>
  )
}
