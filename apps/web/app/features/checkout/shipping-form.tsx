import { useForm } from '@nashta/browser/forms/use-form'
import { emailField } from '@nashta/contracts/account/account-fields'
import type { SavedAddress } from '@nashta/contracts/addresses/addresses'
import type { Pincode } from '@nashta/contracts/delivery/pincode'
import { STATES_BY_NAME } from '@nashta/contracts/gst-states'
import { detailFields } from '@nashta/contracts/orders/order-details'
import { SHIPPING_INCOMPLETE } from '@nashta/contracts/orders/order-texts'
import { type ShippingAddress, shippingAddressSchema } from '@nashta/contracts/orders/shipping-address'
import { Button } from '@nashta/ui/button'
import { Checkbox } from '@nashta/ui/checkbox'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { CITY_SUGGESTED, PHONE_HINT, PINCODE_HINT, PINCODE_UNKNOWN } from './checkout-texts.ts'
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
  /** The address of the shopper's newest order. */
  lastAddress?: ShippingAddress | null
  savedAddresses?: readonly SavedAddress[]
  /** Whether the shopper may save a new address. */
  canSave?: boolean
  /** The e-mail address of a guest, and its field before the address. */
  contact?: { email: string; renderField: (field: FieldProps) => ReactNode } | undefined
  /** The details of the order. Absent where only an address is typed. */
  details?: Pick<DetailsFieldsProps, 'values' | 'onChange'>
  /** The places of the typed pincode; two when it lies in two states. */
  places: readonly PincodePlace[]
  isPincodeUnknown: boolean
  /** Why the shop does not deliver to the typed pincode; null when it does. */
  notServedText: string | null
  onChange: (address: AddressValues) => void
  submitText: string
  /** Shown beside the button that sends the form. */
  otherActions?: ReactNode
  /** What it rejects with is shown beside the button. */
  onContinue: (address: ShippingAddress, isToBeSaved: boolean) => Promise<void> | void
}

export function ShippingForm(props: ShippingFormProps) {
  const { address, lastAddress = null, savedAddresses = [], canSave = false } = props
  const { contact, details, places, isPincodeUnknown, notServedText, submitText, otherActions } = props
  const { onChange, onContinue } = props
  const [isToBeSaved, setToBeSaved] = useState(false)
  const isSavedAlready = savedAddresses.some((saved) => isSameAddress(valuesOf(saved), address))
  const { formProps, field, errors, isBusy, failure } = useForm({
    schema: schemaOf({ hasContact: contact !== undefined, notServedText }),
    read: () => ({ ...address, ...details?.values, email: contact?.email }),
    failed: SHIPPING_INCOMPLETE,
    async send(sent) {
      await onContinue(shippingAddressSchema.parse(sent), canSave && isToBeSaved && !isSavedAlready)
    },
  })

  function change(changed: Partial<AddressValues>) {
    onChange({ ...address, ...changed })
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
      {savedAddresses.length > 0 ? (
        <SavedAddresses addresses={savedAddresses} current={address} onUse={change} />
      ) : null}
      {lastAddress ? <LastAddress address={lastAddress} onUse={change} /> : null}
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
          note={isPincodeUnknown ? PINCODE_UNKNOWN : null}
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
      {canSave && !isSavedAlready ? (
        <Checkbox
          label="Save this address"
          checked={isToBeSaved}
          onChange={(event) => setToBeSaved(event.currentTarget.checked)}
        />
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

type SavedAddressesProps = {
  addresses: readonly SavedAddress[]
  current: AddressValues
  onUse: (address: AddressValues) => void
}

function SavedAddresses({ addresses, current, onUse }: SavedAddressesProps) {
  return (
    <fieldset className="rounded-3xl bg-butter-lit p-5">
      <legend className="float-left mb-2 font-semibold">Your addresses</legend>
      <div className="clear-both">
        {addresses.map((address) => (
          <label key={address.addressId} className="flex min-h-11 items-start gap-3 py-2">
            <input
              type="radio"
              name="savedAddress"
              checked={isSameAddress(valuesOf(address), current)}
              onChange={() => onUse(valuesOf(address))}
              className="size-6 shrink-0 accent-raspberry"
            />
            <span className="text-pretty">{addressText(address)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function isSameAddress(saved: AddressValues, typed: AddressValues) {
  return Object.entries(saved).every(([name, value]) => typed[name as keyof AddressValues].trim() === value)
}

type LastAddressProps = { address: ShippingAddress; onUse: (address: AddressValues) => void }

function LastAddress({ address, onUse }: LastAddressProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-3xl bg-butter-lit p-5">
      <div className="min-w-0">
        <p className="font-semibold">Same place as last time?</p>
        <p className="mt-1 text-ink-soft text-pretty">{addressText(address)}</p>
      </div>
      <Button look="outline" onClick={() => onUse(valuesOf(address))}>
        Use this address
      </Button>
    </div>
  )
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
