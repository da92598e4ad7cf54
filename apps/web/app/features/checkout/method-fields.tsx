import { BANKS } from '@nashta/contracts/constants'
import { SelectField } from '@nashta/ui/select-field'
import { COD_NOTE } from './checkout-texts.ts'
import { upiHint } from './format-hints.ts'
import { HintedField } from './hinted-field.tsx'
import type { PaymentErrors, PaymentValues } from './payment-values.ts'

const BANK_OPTIONS = BANKS.map((bank) => ({ value: bank, label: bank }))

export type MethodFieldsProps = {
  values: PaymentValues
  errors: PaymentErrors
  onChange: (values: Partial<PaymentValues>) => void
}

export function UpiFields({ values, errors, onChange }: MethodFieldsProps) {
  return (
    <HintedField
      label="UPI ID *"
      name="upiId"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      placeholder="name@bank"
      required
      value={values.upiId}
      error={errors.upiId}
      hintFor={upiHint}
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
      defaultValue={values.bankName}
      error={errors.bankName}
      onChange={({ currentTarget }) => onChange({ bankName: currentTarget.value })}
    />
  )
}

export function CodNote() {
  return <p className="rounded-3xl bg-mint-lit px-5 py-4 text-lg text-pretty">{COD_NOTE}</p>
}
