import { TextField } from '@nashta/ui/field'
import { cardNumberOf, cvvOf, expiryOf } from './card-input.ts'
import type { MethodFieldsProps } from './method-fields.tsx'

export type CardFieldsProps = MethodFieldsProps & { cvv: string; onCvv: (cvv: string) => void }

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
