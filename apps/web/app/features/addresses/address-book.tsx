import { Refusal } from '@nashta/browser/forms/failure-text'
import { useCall } from '@nashta/browser/forms/use-call'
import { ADDRESSES_MAX } from '@nashta/contracts/addresses/address-texts'
import type { SavedAddress } from '@nashta/contracts/addresses/addresses'
import { storeMessageOf } from '@nashta/contracts/api/shop-error'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import { Alert } from '@nashta/ui/alert'
import { Button } from '@nashta/ui/button'
import { Failure } from '@nashta/ui/failure'
import { Spinner } from '@nashta/ui/spinner'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { addressBookQuery, deleteAddress, saveAddress } from '../../data/storage/address-book.ts'

const LOAD_FAILED = 'Your addresses could not be loaded.'
const SAVE_FAILED = 'The address could not be saved. Please try again.'
const MAKE_DEFAULT_FAILED = 'The default address could not be changed. Please try again.'
const REMOVE_FAILED = 'The address could not be removed. Please try again.'

/** Stands for the id of an address that is not saved yet. */
const NEW_ADDRESS = ''

/** Renders the form of an address; `address` is null for a new one. */
type RenderAddressForm = (form: {
  address: SavedAddress | null
  /** Rejects with a `Refusal` that the form shows. */
  onSave: (address: ShippingAddress) => Promise<void>
  onCancel: () => void
}) => ReactNode

export type AddressBookProps = { userId: string; renderForm: RenderAddressForm }

/** Lists the saved addresses. The shopper can add, change and remove them, and choose the default. */
export function AddressBook({ userId, renderForm }: AddressBookProps) {
  const query = addressBookQuery(userId)
  const client = useQueryClient()
  const { data: addresses, error, refetch } = useQuery(query)
  /** The id of the address in the form, or `NEW_ADDRESS`; null without a form. */
  const [editedId, setEditedId] = useState<string | null>(null)

  // An address that was removed on another device is no longer in the list, and so has no form.
  const isFormOpen =
    editedId === NEW_ADDRESS || addresses?.some(({ addressId }) => addressId === editedId) === true

  /** Shows the addresses after the change. */
  async function show(change: Promise<SavedAddress[]>) {
    client.setQueryData(query.queryKey, await change)
  }

  /** Closes the form of the address after it was saved. */
  async function showSaved(addressId: string, save: Promise<SavedAddress[]>) {
    try {
      await show(save)
    } catch (error) {
      throw new Refusal(storeMessageOf(error, SAVE_FAILED))
    }
    // The shopper may have opened the form of another address meanwhile.
    setEditedId((current) => (current === addressId ? null : current))
  }

  const closeForm = () => setEditedId(null)

  return (
    <section aria-labelledby="addresses-heading">
      <h2 id="addresses-heading" className="font-display text-3xl font-semibold tracking-tight">
        Addresses
      </h2>
      <div className="mt-5 space-y-5">
        {!addresses && error ? (
          <>
            <Alert>{LOAD_FAILED}</Alert>
            <Button onClick={() => void refetch()}>Try again</Button>
          </>
        ) : null}
        {!addresses && !error ? <Spinner label="Loading addresses..." /> : null}
        {addresses?.length === 0 && !isFormOpen ? <p>You have not saved an address yet.</p> : null}
        <ul className="space-y-4">
          {addresses?.map((address) => (
            <li key={address.addressId} className="rounded-3xl bg-paper-deep p-5">
              {editedId === address.addressId ? (
                renderForm({
                  address,
                  onSave: (values) =>
                    showSaved(
                      address.addressId,
                      saveAddress(userId, address.addressId, { ...values, isDefault: address.isDefault }),
                    ),
                  onCancel: closeForm,
                })
              ) : (
                <AddressCard
                  address={address}
                  onEdit={() => setEditedId(address.addressId)}
                  onMakeDefault={() =>
                    show(
                      saveAddress(userId, address.addressId, {
                        ...shippingAddressOf(address),
                        isDefault: true,
                      }),
                    )
                  }
                  onRemove={() => show(deleteAddress(userId, address.addressId))}
                />
              )}
            </li>
          ))}
        </ul>
        {editedId === NEW_ADDRESS
          ? renderForm({
              address: null,
              onSave: (values) => showSaved(NEW_ADDRESS, saveAddress(userId, null, values)),
              onCancel: closeForm,
            })
          : null}
        {addresses && !isFormOpen && addresses.length < ADDRESSES_MAX ? (
          <Button look="outline" onClick={() => setEditedId(NEW_ADDRESS)}>
            Add an address
          </Button>
        ) : null}
      </div>
    </section>
  )
}

type AddressCardProps = {
  address: SavedAddress
  onEdit: () => void
  onMakeDefault: () => Promise<void>
  onRemove: () => Promise<void>
}

function AddressCard({ address, onEdit, onMakeDefault, onRemove }: AddressCardProps) {
  const { fullName, addressLine1, addressLine2, city, state, pincode, phoneNumber, isDefault } = address
  const makeDefault = useCall(onMakeDefault, MAKE_DEFAULT_FAILED)
  const remove = useCall(onRemove, REMOVE_FAILED)
  const failure = makeDefault.failure ?? remove.failure
  return (
    <>
      <p className="font-semibold">
        {fullName}
        {isDefault ? (
          <span className="ml-3 inline-block rounded-full bg-pistachio-tint px-3 py-0.5 text-sm text-pistachio">
            Default
          </span>
        ) : null}
      </p>
      <p className="text-pretty text-ink-soft">
        {[addressLine1, addressLine2, city, `${state} - ${pincode}`, phoneNumber].filter(Boolean).join(', ')}
      </p>
      <div className="-mb-2 -ml-3 flex flex-wrap">
        <CardButton name={fullName} onClick={onEdit}>
          Edit
        </CardButton>
        {isDefault ? null : (
          <CardButton name={fullName} onClick={() => void makeDefault.run()}>
            Make default
          </CardButton>
        )}
        <CardButton name={fullName} onClick={() => void remove.run()}>
          Remove
        </CardButton>
      </div>
      {failure ? (
        <div className="mt-3">
          <Failure>{failure}</Failure>
        </div>
      ) : null}
    </>
  )
}

type CardButtonProps = { name: string; onClick: () => void; children: string }

/** A button of an address. Screen readers also read out whose address it is. */
function CardButton({ name, onClick, children }: CardButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 rounded-full px-3 font-semibold underline underline-offset-4 hover:no-underline"
    >
      {children}
      <span className="sr-only"> {name}</span>
    </button>
  )
}

function shippingAddressOf(saved: SavedAddress): ShippingAddress {
  const { addressId: _id, isDefault: _default, ...address } = saved
  return address
}
