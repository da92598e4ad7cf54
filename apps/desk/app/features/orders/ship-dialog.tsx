import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { type SubmitEvent, useState } from 'react'
import { Action, Failure, INPUT, Labelled } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formText } from '../../ui/form-text.ts'
import { failureText } from '../../ui/query-state.tsx'

const COURIER_KEY = 'nashta.desk-courier'

type ShipmentValues = { courier: string; trackingNumber: string; trackingUrl: string }

export type ShipDialogProps = {
  title: string
  /** False when many orders are shipped at once: they share the courier, but no tracking number. */
  hasTracking: boolean
  onShip: (values: ShipmentValues) => Promise<void>
  onClosed: () => void
}

/** Asks for the courier and the tracking number. The last courier used on this device is filled in. */
export function ShipDialog({ title, hasTracking, onShip, onClosed }: ShipDialogProps) {
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({
    busy: false,
    failure: null,
  })

  async function submit(event: SubmitEvent<HTMLFormElement>, close: () => void) {
    event.preventDefault()
    if (state.busy) return
    const values = new FormData(event.currentTarget)
    const courier = formText(values, 'courier').trim()
    setState({ busy: true, failure: null })
    try {
      await onShip({
        courier,
        trackingNumber: formText(values, 'trackingNumber').trim(),
        trackingUrl: formText(values, 'trackingUrl').trim(),
      })
      browserStorage('localStorage').setItem(COURIER_KEY, courier)
      close()
    } catch (error) {
      setState({ busy: false, failure: failureText(error) })
    }
  }

  return (
    <Dialog title={title} onClosed={onClosed}>
      {(close) => (
        <form onSubmit={(event) => void submit(event, close)} className="grid gap-4">
          {state.failure ? <Failure>{state.failure}</Failure> : null}
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
          <div className="flex flex-wrap gap-2">
            <Action look="main" type="submit" aria-disabled={state.busy || undefined}>
              {state.busy ? 'Saving…' : 'Ship'}
            </Action>
            <Action onClick={close}>Back</Action>
          </div>
        </form>
      )}
    </Dialog>
  )
}
