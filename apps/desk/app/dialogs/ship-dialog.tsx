import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { FormDialog } from '../ui/form-dialog.tsx'
import { formText, INPUT, Labelled } from '../ui/inputs.tsx'

const COURIER_KEY = 'nashta.desk-courier'

type ShipmentValues = { courier: string; trackingNumber: string; trackingUrl: string }

export type ShipDialogProps = {
  title: string
  /** False when many orders are shipped at once. They share a courier, but no tracking number. */
  hasTracking: boolean
  onShip: (values: ShipmentValues) => Promise<void>
  onClosed: () => void
}

/** Asks for the courier and the tracking number. It suggests the last courier of this device. */
export function ShipDialog({ title, hasTracking, onShip, onClosed }: ShipDialogProps) {
  async function ship(values: FormData) {
    const courier = formText(values, 'courier').trim()
    await onShip({
      courier,
      trackingNumber: formText(values, 'trackingNumber').trim(),
      trackingUrl: formText(values, 'trackingUrl').trim(),
    })
    browserStorage('localStorage').setItem(COURIER_KEY, courier)
  }

  return (
    <FormDialog title={title} submitLabel="Ship" onSubmit={ship} onClosed={onClosed}>
      <Labelled label="Courier">
        <input
          name="courier"
          required
          maxLength={100}
          autoComplete="off"
          defaultValue={browserStorage('localStorage').getItem(COURIER_KEY) ?? ''}
          className={INPUT}
        />
      </Labelled>
      {hasTracking ? (
        <>
          <Labelled label="Tracking number" hint="Letters, digits and dashes. May stay empty.">
            <input
              name="trackingNumber"
              maxLength={64}
              pattern="[0-9A-Za-z\-]*"
              autoComplete="off"
              className={INPUT}
            />
          </Labelled>
          <Labelled label="Tracking link" hint="Begins with https://. May stay empty.">
            <input
              name="trackingUrl"
              type="url"
              pattern="https://.*"
              maxLength={500}
              autoComplete="off"
              className={INPUT}
            />
          </Labelled>
        </>
      ) : null}
      <p className="text-ink-soft">
        {hasTracking ? 'The shopper gets a mail.' : 'Each shopper gets a mail.'}
      </p>
    </FormDialog>
  )
}
