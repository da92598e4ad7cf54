import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { shipmentInputFields } from '@nashta/contracts/orders/desk/order-calls'
import { TextField } from '@nashta/ui/field'
import * as z from 'zod/mini'
import { FormDialog } from '../ui/form-dialog.tsx'

const COURIER_KEY = 'nashta.desk-courier'

const shipmentSchema = z.object(shipmentInputFields)

export type ShipDialogProps = {
  title: string
  /** False when many orders are shipped at once. They share a courier, but no tracking number. */
  hasTracking: boolean
  onShip: (values: z.output<typeof shipmentSchema>) => Promise<unknown>
  onClosed: () => void
}

/** Asks for the courier and the tracking number. It suggests the last courier of this device. */
export function ShipDialog({ title, hasTracking, onShip, onClosed }: ShipDialogProps) {
  return (
    <FormDialog
      title={title}
      submitLabel="Ship"
      schema={shipmentSchema}
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
            defaultValue={browserStorage('localStorage').getItem(COURIER_KEY) ?? ''}
          />
          {hasTracking ? (
            <>
              <TextField
                {...field('trackingNumber')}
                label="Tracking number"
                hint="Letters, digits and dashes. May stay empty."
                maxLength={64}
                autoComplete="off"
              />
              <TextField
                {...field('trackingUrl')}
                label="Tracking link"
                hint="Begins with https://. May stay empty."
                type="url"
                maxLength={500}
                autoComplete="off"
              />
            </>
          ) : null}
          <p className="mb-2 text-ink-soft">
            {hasTracking ? 'The shopper gets a mail.' : 'Each shopper gets a mail.'}
          </p>
        </>
      )}
    </FormDialog>
  )
}
