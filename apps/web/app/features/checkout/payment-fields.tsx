import { BANKS } from '@nashta/contracts/constants'
import { TextField } from '@nashta/ui/field'
import { SelectField } from '@nashta/ui/select-field'
import { COD_NOTE } from './checkout-texts.ts'
import { HintedField, upiHint } from './form-fields.tsx'
import { cardNumberOf, cvvOf, expiryOf, type PaymentErrors, type PaymentValues } from './payment-values.ts'

const BANK_OPTIONS = BANKS.map((bank) => ({ value: bank, label: bank }))

type MethodFieldsProps = {
  values: PaymentValues
  errors: PaymentErrors
  onChange: (values: Partial<PaymentValues>) => void
}

type CardFieldsProps = MethodFieldsProps & { cvv: string; onCvv: (cvv: string) => void }

export function CardFields({ values, errors, onChange, cvv, onCvv }: CardFieldsProps) {
  return (
    <div className="space-y-5">
      <TextField
        label="Card Number *"
        name="cardNumber"
        inputMode="numeric"
        autoComplete="cc-number"
        required
        value={values.cardNumber}
        error={errors.cardNumber}
        onChange={({ currentTarget }) => onChange({ cardNumber: cardNumberOf(currentTarget.value) })}
      />
      <TextField
        label="Cardholder Name *"
        name="cardHolderName"
        autoComplete="cc-name"
        required
        value={values.cardHolderName}
        error={errors.cardHolderName}
        onChange={({ currentTarget }) => onChange({ cardHolderName: currentTarget.value })}
      />
      <div className="grid grid-cols-2 gap-5">
        <TextField
          label="Expiry Date *"
          name="expiryDate"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM/YY"
          required
          value={values.expiryDate}
          error={errors.expiryDate}
          onChange={({ currentTarget }) => onChange({ expiryDate: expiryOf(currentTarget.value) })}
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
          onChange={({ currentTarget }) => onCvv(cvvOf(currentTarget.value))}
        />
      </div>
    </div>
  )
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
