import { BANKS } from '@nashta/contracts/orders/payment-details'
import { TextField } from '@nashta/ui/field'
import { SelectField } from '@nashta/ui/select-field'
import { UPI_HINT } from './checkout-texts.ts'
import { HintedField, upiHint } from './form-fields.tsx'
import {
  normaliseCardNumber,
  normaliseCvv,
  normaliseExpiry,
  type PaymentErrors,
  type PaymentValues,
} from './payment-values.ts'

const BANK_OPTIONS = BANKS.map((bank) => ({ value: bank, label: bank }))

type MethodFieldsProps = {
  values: PaymentValues
  errors: PaymentErrors
  onChange: (values: Partial<PaymentValues>) => void
}

/** The common props of the text fields. The CVV field is apart: `values` has no CVV. */
function fieldProps(
  name: Exclude<keyof PaymentValues, 'method' | 'bankName'>,
  { values, errors }: Pick<MethodFieldsProps, 'values' | 'errors'>,
) {
  return { name, required: true, value: values[name], error: errors[name] }
}

type CardFieldsProps = MethodFieldsProps & { cvv: string; onCvv: (cvv: string) => void }

export function CardFields({ values, errors, onChange, cvv, onCvv }: CardFieldsProps) {
  return (
    <div className="space-y-2">
      <TextField
        label="Card Number *"
        {...fieldProps('cardNumber', { values, errors })}
        inputMode="numeric"
        autoComplete="cc-number"
        onChange={({ currentTarget }) => onChange({ cardNumber: normaliseCardNumber(currentTarget.value) })}
      />
      <TextField
        label="Cardholder Name *"
        {...fieldProps('cardHolderName', { values, errors })}
        autoComplete="cc-name"
        onChange={({ currentTarget }) => onChange({ cardHolderName: currentTarget.value })}
      />
      <div className="grid grid-cols-2 gap-x-5 gap-y-2">
        <TextField
          label="Expiry Date *"
          {...fieldProps('expiryDate', { values, errors })}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM/YY"
          onChange={({ currentTarget }) => onChange({ expiryDate: normaliseExpiry(currentTarget.value) })}
        />
        <TextField
          label="CVV *"
          name="cvv"
          type="password"
          inputMode="numeric"
          autoComplete="cc-csc"
          required
          value={cvv}
          error={errors.cvv}
          onChange={({ currentTarget }) => onCvv(normaliseCvv(currentTarget.value))}
        />
      </div>
    </div>
  )
}

export function UpiFields({ values, errors, onChange }: MethodFieldsProps) {
  return (
    <HintedField
      label="UPI ID *"
      {...fieldProps('upiId', { values, errors })}
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      placeholder="name@bank"
      hintFor={upiHint}
      longestHint={UPI_HINT}
      onChange={({ currentTarget }) => onChange({ upiId: currentTarget.value })}
    />
  )
}

export function BankFields({ values, errors, onChange }: MethodFieldsProps) {
  return (
    <SelectField
      label="Select Bank *"
      name="bankName"
      placeholder="Choose a bank"
      options={BANK_OPTIONS}
      required
      // SelectField is uncontrolled, so it takes no `value`.
      defaultValue={values.bankName}
      error={errors.bankName}
      onChange={({ currentTarget }) => onChange({ bankName: currentTarget.value })}
    />
  )
}

/** Explains a payment method that has no fields on this page. */
export function MethodNote({ children }: { children: string }) {
  return <p className="rounded-3xl bg-mint-lit px-5 py-4 text-lg text-pretty">{children}</p>
}
