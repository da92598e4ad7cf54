import { useForm } from '@nashta/browser/forms/use-form'
import { emailField } from '@nashta/contracts/account/account-fields'
import type { Pincode } from '@nashta/contracts/delivery/pincode'
import { STATES_BY_NAME } from '@nashta/contracts/gst-states'
import { detailFields } from '@nashta/contracts/orders/order-details'
import { SHIPPING_INCOMPLETE } from '@nashta/contracts/orders/order-texts'
import { type ShippingAddress, shippingAddressSchema } from '@nashta/contracts/orders/shipping-address'
import { Button } from '@nashta/ui/button'
import { Checkbox } from '@nashta/ui/checkbox'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { CITY_SUGGESTED, PHONE_HINT, PINCODE_HINT } from './checkout-texts.ts'
import { DetailsFields, type DetailsFieldsProps, type DetailValues } from './details-fields.tsx'
import { FormProblem, HintedField, phoneHint, pincodeHint } from './form-fields.tsx'

/** The form's values as the shopper typed them. There is no `stateCode`: the store derives it. */
export type AddressValues = Record<Exclude<keyof ShippingAddress, 'stateCode'>, string>

export const EMPTY_ADDRESS: AddressValues = {
  fullName: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  state: '',
  pincode: '',
  phoneNumber: '',
}

type PincodePlace = Pincode['places'][number]

/** The props that connect a field with the form. */
type FieldProps = { id: string; name: string; error: string | undefined }

export type ShippingFormProps = {
  address: AddressValues
  /** The addresses to choose from, instead of filling in the form. */
  addresses?: readonly ShippingAddress[]
  /** The values with which the form starts for another address. */
  newAddress?: AddressValues
  /** Whether the shopper may save a new address. */
  canSave?: boolean
  /** The e-mail address of a guest, and its field before the address. */
  contact?: { email: string; renderField: (field: FieldProps) => ReactNode } | undefined
  /** The details of the order. Absent where only an address is typed. */
  details?: Pick<DetailsFieldsProps, 'values' | 'onChange'>
  /** The places of the typed pincode; two when it lies in two states. */
  places: readonly PincodePlace[]
  /** Asks the shopper to check the typed pincode; null when it looks right. */
  pincodeNote: string | null
  /** Why the shop does not deliver to the typed pincode; null when it does. */
  notServedText: string | null
  onChange: (address: AddressValues) => void
  submitText: string
  /** Shown beside the button that sends the form. */
  otherActions?: ReactNode
  /** If it rejects, the error is shown beside the button. */
  onContinue: (address: ShippingAddress, isToBeSaved: boolean) => Promise<void> | void
}

export function ShippingForm(props: ShippingFormProps) {
  const { address, addresses = [], newAddress = EMPTY_ADDRESS, canSave = false } = props
  const { contact, details, places, pincodeNote, notServedText, submitText, otherActions } = props
  const { onChange, onContinue } = props
  const [isToBeSaved, setToBeSaved] = useState(false)
  const isOffered = isOneOf(addresses, address)
  /** Whether the shopper has chosen to type another address, or has typed. */
  const [isTyping, setTyping] = useState(false)
  /** The typed address, while an offered address is chosen. */
  const otherAddress = useRef<AddressValues | null>(null)
  const isFormShown = isTyping || !isOffered
  const { formProps, field, errors, isBusy, failure } = useForm({
    schema: schemaOf({ hasContact: contact !== undefined, notServedText }),
    read: () => ({ ...address, ...details?.values, email: contact?.email }),
    failed: SHIPPING_INCOMPLETE,
    async send(sent) {
      await onContinue(shippingAddressSchema.parse(sent), canSave && isToBeSaved && !isOffered)
    },
  })

  function change(changed: Partial<AddressValues>) {
    // The typed values may become those of an offered address. The form stays open even then.
    setTyping(true)
    onChange({ ...address, ...changed })
  }

  /** `null` chooses to type another address. */
  function choose(offered: AddressValues | null) {
    if (isFormShown) otherAddress.current = address
    setTyping(offered === null)
    onChange(offered ?? otherAddress.current ?? newAddress)
  }

  function choosePlace({ district, state }: PincodePlace) {
    const isCityFromPincode = places.some((place) => place.district === address.city)
    const mayReplaceCity = address.city.trim() === '' || isCityFromPincode
    change({ state: state.name, ...(mayReplaceCity && { city: district }) })
  }

  function fieldProps(name: keyof AddressValues, label: string, autoComplete: string) {
    return {
      ...field(name),
      label,
      autoComplete,
      value: address[name],
      error: fieldError(errors[name]),
      required: name !== 'addressLine2',
      onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
    }
  }

  return (
    <form {...formProps} className="space-y-2">
      {contact?.renderField(field('email'))}
      {addresses.length > 0 ? (
        <AddressChoice
          addresses={addresses}
          chosen={isFormShown ? null : address}
          onChoose={choose}
          problem={isFormShown || failure ? null : notServedText}
        />
      ) : null}
      {isFormShown ? (
        <>
          <FormProblem>{Object.values(errors)[0]}</FormProblem>
          <TextField {...fieldProps('fullName', 'Full Name *', 'shipping name')} />
          <TextField {...fieldProps('addressLine1', 'Address Line 1 *', 'shipping address-line1')} />
          <TextField {...fieldProps('addressLine2', 'Address Line 2', 'shipping address-line2')} />
          <div className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
            {/* The pincode comes first, because it fills in city and state. */}
            <HintedField
              {...fieldProps('pincode', 'Pincode *', 'shipping postal-code')}
              error={notServedText ?? fieldError(errors['pincode'])}
              inputMode="numeric"
              hintFor={pincodeHint}
              note={pincodeNote}
              longestHint={PINCODE_HINT}
            />
            <TextField
              {...fieldProps('city', 'City *', 'shipping address-level2')}
              hint={CITY_SUGGESTED}
              isHintShown={places.some(({ district }) => district === address.city)}
            />
            {places.length > 1 ? (
              <StateChoice places={places} state={address.state} onChoose={choosePlace} />
            ) : null}
            <TextField
              {...fieldProps('state', 'State *', 'shipping address-level1')}
              suggestions={STATES_BY_NAME.map(([, name]) => name)}
            />
            <HintedField
              {...fieldProps('phoneNumber', 'Phone Number *', 'shipping tel')}
              type="tel"
              hintFor={phoneHint}
              longestHint={PHONE_HINT}
            />
          </div>
          {canSave && !isOffered ? (
            <Checkbox
              label="Save this address"
              checked={isToBeSaved}
              onChange={(event) => setToBeSaved(event.currentTarget.checked)}
            />
          ) : null}
        </>
      ) : null}
      {details ? <DetailsFields {...details} field={field} /> : null}
      {failure ? <Failure>{failure}</Failure> : null}
      <div className="grid gap-3 pt-3 sm:flex sm:flex-row-reverse sm:justify-start">
        <Button type="submit" aria-disabled={isBusy || undefined}>
          {submitText}
        </Button>
        {otherActions}
      </div>
    </form>
  )
}

type SchemaOptions = { hasContact: boolean; notServedText: string | null }

function schemaOf({ hasContact, notServedText }: SchemaOptions) {
  const email = hasContact ? emailField : z.optional(z.string())
  return z
    .extend(shippingAddressSchema, { email, ...detailFields })
    .check(z.refine(() => notServedText === null, { error: notServedText ?? '', path: ['pincode'] }))
}

type Filled = Pick<ShippingFormProps, 'address' | 'contact' | 'notServedText'> & { details?: DetailValues }

/** The address that the form would send with these values; null while the form would refuse them. */
export function completeAddress({
  address,
  contact,
  notServedText,
  details,
}: Filled): ShippingAddress | null {
  const schema = schemaOf({ hasContact: contact !== undefined, notServedText })
  const { data } = schema.safeParse({ ...address, ...details, email: contact?.email })
  return data ? shippingAddressSchema.parse(data) : null
}

/** The form shows the sentence `SHIPPING_INCOMPLETE` once; each empty field shows only “Required”. */
function fieldError(message: string | undefined) {
  return message === SHIPPING_INCOMPLETE ? 'Required' : message
}

type StateChoiceProps = {
  places: readonly PincodePlace[]
  state: string
  onChoose: (place: PincodePlace) => void
}

/** Some pincodes lie in two states. */
function StateChoice({ places, state, onChoose }: StateChoiceProps) {
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1.5 font-semibold">This pincode lies in two states. Which one is yours?</legend>
      <div className="flex flex-wrap gap-x-6">
        {places.map((place) => (
          <label key={place.state.code} className="flex min-h-11 items-center gap-2.5">
            <input
              type="radio"
              name="stateOfPincode"
              checked={place.state.name === state}
              onChange={() => onChoose(place)}
              className="size-6 accent-raspberry"
            />
            {place.state.name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type AddressChoiceProps = {
  addresses: readonly ShippingAddress[]
  /** Null while another address is typed. */
  chosen: AddressValues | null
  onChoose: (address: AddressValues | null) => void
  /** Why the chosen address cannot be used. */
  problem: string | null
}

/** The known addresses, of which one is chosen, so that the form need not be filled in. */
function AddressChoice({ addresses, chosen, onChoose, problem }: AddressChoiceProps) {
  const choices = addresses.map((address) => ({ values: valuesOf(address), text: addressText(address) }))
  return (
    <fieldset className="mb-4">
      <legend className="sr-only">Where should it go?</legend>
      <div className="grid gap-3">
        {choices.map(({ values, text }) => (
          <AddressRadio
            key={text + values.phoneNumber}
            checked={chosen !== null && isSameAddress(values, chosen)}
            onChoose={() => onChoose(values)}
          >
            {text}
            <span className="block text-ink-soft">{values.phoneNumber}</span>
          </AddressRadio>
        ))}
        <AddressRadio checked={chosen === null} onChoose={() => onChoose(null)}>
          Another address
        </AddressRadio>
      </div>
      <p role="alert" className="mt-2 font-medium text-raspberry-deep empty:m-0">
        {problem}
      </p>
    </fieldset>
  )
}

type AddressRadioProps = { checked: boolean; onChoose: () => void; children: ReactNode }

function AddressRadio({ checked, onChoose, children }: AddressRadioProps) {
  return (
    <label className="flex min-h-14 cursor-pointer items-start gap-3 rounded-3xl border-[1.5px] border-line bg-white p-4 transition-colors duration-200 has-checked:border-raspberry has-checked:bg-raspberry-tint">
      <input
        type="radio"
        name="addressChoice"
        checked={checked}
        onChange={onChoose}
        className="size-6 shrink-0 accent-raspberry"
      />
      <span className="min-w-0 text-pretty">{children}</span>
    </label>
  )
}

/** Whether the typed address is one of these. */
export function isOneOf(addresses: readonly ShippingAddress[], typed: AddressValues) {
  return addresses.some((address) => isSameAddress(valuesOf(address), typed))
}

function isSameAddress(saved: AddressValues, typed: AddressValues) {
  return Object.entries(saved).every(([name, value]) => typed[name as keyof AddressValues].trim() === value)
}

export function valuesOf(address: ShippingAddress): AddressValues {
  const { fullName, addressLine1, addressLine2 = '', city, state, pincode, phoneNumber } = address
  return { fullName, addressLine1, addressLine2, city, state, pincode, phoneNumber }
}

/** The address on one line. */
export function addressText(address: ShippingAddress): string {
  const { fullName, addressLine1, addressLine2, city, state, pincode } = address
  return [fullName, addressLine1, addressLine2, city, `${state} - ${pincode}`].filter(Boolean).join(', ')
}
