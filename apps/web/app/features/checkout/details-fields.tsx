import { DETAIL_NAMES, type DetailName, orderDetail } from '@nashta/contracts/orders/order-details'
import { TextField } from '@nashta/ui/field'
import { TextAreaField } from '@nashta/ui/text-area-field'
import { useState } from 'react'
import { ADD_DETAILS } from './checkout-texts.ts'

/** The typed texts of the details that a shopper may add to an order. */
export type DetailValues = Partial<Record<DetailName, string>>

export type DetailsFieldsProps = {
  values: DetailValues
  onChange: (values: DetailValues) => void
  /** The props that connect a field with its form. */
  field: (name: DetailName) => { id: string; name: string; error: string | undefined }
}

/** The fields are folded, because most orders have no details. */
export function DetailsFields({ values, onChange, field }: DetailsFieldsProps) {
  const [hadTexts] = useState(() => Object.values(values).some(Boolean))
  const hasError = DETAIL_NAMES.some((name) => field(name).error !== undefined)
  return (
    <details open={hadTexts || hasError}>
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4 hover:text-raspberry-deep">
        {ADD_DETAILS}
      </summary>
      {DETAIL_NAMES.map((name) => {
        const { label, hint, maxLength, code } = orderDetail(name)
        if (code)
          return (
            <TextField
              key={name}
              {...field(name)}
              label={label}
              hint={hint}
              isHintShown
              maxLength={maxLength}
              autoComplete="off"
              autoCapitalize="characters"
              value={values[name] ?? ''}
              onChange={({ currentTarget: { value } }) => onChange({ ...values, [name]: value })}
            />
          )
        return (
          <TextAreaField
            key={name}
            {...field(name)}
            label={label}
            hint={hint}
            rows={2}
            maxLength={maxLength}
            value={values[name] ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ ...values, [name]: value })}
          />
        )
      })}
    </details>
  )
}
