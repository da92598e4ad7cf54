import { Refusal } from '@nashta/browser/forms/failure-text'
import { courierPaymentSchema, recordCourierPayment } from '@nashta/contracts/orders/desk/courier-cash'
import { TextField } from '@nashta/ui/field'
import { TextAreaField } from '@nashta/ui/text-area-field'
import { useRef, useState } from 'react'
import { parseNumber } from '../../data/parse-number.ts'
import { useFetchShop } from '../../session/desk-session.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { readCashLines } from './read-lines.ts'

type PaymentFormProps = {
  couriers: readonly string[]
  today: string
  onRecorded: () => Promise<void>
  onClosed: () => void
}

/** Asks what a courier has paid in, and for which parcels. */
export function PaymentForm({ couriers, today, onRecorded, onClosed }: PaymentFormProps) {
  const fetchShop = useFetchShop()
  const [fileText, setFileText] = useState('')
  /** The first line of the list whose amount is not clear. */
  const unreadLine = useRef<string>(undefined)
  return (
    <FormDialog
      title="A courier has paid"
      submitLabel="Compare and save"
      schema={courierPaymentSchema}
      read={({ courier, day, amount, reference, lines: text }) => {
        const { lines, unread } = readCashLines(String(text))
        unreadLine.current = unread[0]
        return { courier, day, amount: parseNumber(amount), ...(reference && { reference }), lines }
      }}
      onClosed={onClosed}
      onSubmit={async (body, idempotencyKey) => {
        if (unreadLine.current !== undefined) throw unclearAmount(unreadLine.current)
        await fetchShop(recordCourierPayment, { body, idempotencyKey })
        await onRecorded()
      }}
    >
      {(field) => (
        <>
          <TextField
            {...field('courier')}
            label="Courier"
            defaultValue={couriers.length === 1 ? couriers[0] : ''}
            suggestions={couriers}
            required
            autoComplete="off"
          />
          <TextField {...field('day')} label="Arrived on" type="date" defaultValue={today} required />
          <TextField
            {...field('amount')}
            label="Total amount, in rupees"
            inputMode="decimal"
            required
            autoComplete="off"
          />
          <TextField
            {...field('reference')}
            label="Bank reference"
            hint="Optional"
            maxLength={100}
            autoComplete="off"
          />
          <TextAreaField
            key={fileText}
            {...field('lines')}
            label="Tracking numbers and amounts"
            hint="One parcel in a line, as the courier’s list has it: DL1234567 1200. What the courier keeps back has a minus: DL1234567 -1200"
            defaultValue={fileText}
            rows={6}
            required
          />
          <div>
            <FileButton
              label="From a CSV"
              accept=".csv,.tsv,.txt,text/csv"
              onFiles={([file]) => void file?.text().then(setFileText)}
            />
          </div>
        </>
      )}
    </FormDialog>
  )
}

/** The desk guesses no money. */
function unclearAmount(line: string) {
  const text = `The amount is not clear in this line: ${line}`
  return new Refusal(text, { lines: text })
}
