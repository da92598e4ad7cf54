import { useForm } from '@nashta/browser/forms/use-form'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { claimPaid } from '@nashta/contracts/orders/order-actions'
import type { OrderPayment } from '@nashta/contracts/orders/order-payment'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { LinkButton } from '@nashta/ui/button'
import { CopyButton } from '@nashta/ui/copy-button'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { QrCode } from '@nashta/ui/qr-code'
import { SubmitButton } from '@nashta/ui/submit-button'
import { useOrderActions } from '../order-actions.ts'
import type { OrderAccess } from '../order-queries.ts'

const CLAIM_FAILED = 'This could not be saved. Please try again.'

export type UpiInstructionsProps = { upi: NonNullable<OrderPayment['upi']>; orderId: string }

/** The QR code, and the details that a shopper needs to pay without it. */
export function UpiInstructions({ upi, orderId }: UpiInstructionsProps) {
  const { uri, vpa, name, amount, opensApp = false } = upi
  return (
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-[auto_minmax(0,1fr)]">
      <div className="mx-auto">
        <QrCode
          text={uri}
          label={`QR code to pay ${formatRupees(rupeesToPaise(amount))} to ${name}`}
          className="size-64 max-w-full rounded-2xl border border-line bg-white fill-black"
        />
        <p className="mt-2 text-center text-[0.9375rem] text-ink-soft">Scan it with any UPI app</p>
      </div>
      <div>
        {opensApp ? (
          <div className="mb-4 hidden pointer-coarse:grid">
            <LinkButton to={uri}>Open my UPI app</LinkButton>
          </div>
        ) : null}
        <p className="text-pretty">
          <span className="pointer-coarse:hidden">
            Scan the code with the phone that you pay with, or type these into its UPI app.
          </span>
          <span className="hidden pointer-coarse:inline">
            {opensApp
              ? 'Nothing opens, or your app refuses? Copy these into it.'
              : 'On the phone that you pay with? UPI apps take no link to this account: copy these into your app.'}
          </span>{' '}
          Please pay exactly this amount.
        </p>
        <dl className="mt-3 divide-y divide-line">
          <CopyableFact name="UPI ID" text={vpa} note={name} />
          <CopyableFact name="Amount" text={amount.toFixed(2)} shown={formatRupees(rupeesToPaise(amount))} />
          <CopyableFact name="Note" text={`Order ${orderNumber(orderId)}`} />
        </dl>
      </div>
    </div>
  )
}

type CopyableFactProps = {
  name: string
  /** The text that the button copies. */
  text: string
  /** The text on the page, if it is not the copied one. */
  shown?: string
  /** A smaller line below. */
  note?: string
}

function CopyableFact({ name, text, shown = text, note }: CopyableFactProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-3">
      <dt className="text-[0.9375rem] text-ink-soft">{name}</dt>
      <dd className="col-start-1 text-lg font-semibold tabular-nums">
        <span className="break-all">{shown}</span>
        {note ? (
          <span className="block text-[0.9375rem] font-normal break-words text-ink-soft">{note}</span>
        ) : null}
      </dd>
      <dd className="col-start-2 row-span-2 row-start-1 grid justify-items-end">
        <CopyButton text={text}>{`Copy ${name}`}</CopyButton>
      </dd>
    </div>
  )
}

/** Lets the shopper report the payment, with an optional reference number. */
export function ClaimPaidForm({ access, submitText }: { access: OrderAccess; submitText: string }) {
  const actions = useOrderActions(access)
  const { formProps, field, isBusy, failure } = useForm({
    schema: claimPaid.body,
    failed: CLAIM_FAILED,
    async send({ reference = '' }) {
      try {
        await actions.claimPaid(reference)
      } catch (error) {
        actions.refetch()
        throw error
      }
    },
  })

  return (
    <form
      {...formProps}
      className="mt-6 grid items-start gap-4 border-t border-line pt-6 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <TextField
        {...field('reference')}
        label="Reference number (optional)"
        autoComplete="off"
        hint="Your UPI app shows it after the payment, often as UTR. With it, we keep your snacks while we look for the payment."
      />
      <div className="grid sm:mt-[1.875rem]">
        <SubmitButton busy={isBusy} busyText="Saving...">
          {submitText}
        </SubmitButton>
      </div>
      {failure ? (
        <div className="sm:col-span-2">
          <Failure>{failure}</Failure>
        </div>
      ) : null}
    </form>
  )
}
