import { newId } from '@nashta/browser/new-id'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { editOrder, tryOrderEdit } from '@nashta/contracts/orders/desk/order-edit-calls'
import { LINK_HOURS } from '@nashta/contracts/orders/desk/take-order'
import { type OrderEdit, orderEditSchema } from '@nashta/contracts/orders/order-edit'
import { TextField } from '@nashta/ui/field'
import { TextAreaField } from '@nashta/ui/text-area-field'
import { useState } from 'react'
import * as z from 'zod/mini'
import { mailNote } from '../../data/order-labels.ts'
import { ProductPicker, useProductNames } from '../../dialogs/product-picker.tsx'
import { useFetchShop } from '../../session/desk-session.tsx'
import { Action } from '../../ui/controls.tsx'
import { FormDialog, STAYS_OPEN } from '../../ui/form-dialog.tsx'
import { EditChanges } from './order-edits.tsx'

const { items: itemsSchema, address: addressSchema, shopNote } = tryOrderEdit.body.shape
const editSchema = z.object({ items: itemsSchema, address: addressSchema, shopNote })
type EditValues = z.output<typeof editSchema>

/** The fields of the address: `name` is that of the contract. */
const ADDRESS_FIELDS = [
  { name: 'fullName', label: 'Name', maxLength: 100, isRequired: true },
  { name: 'phoneNumber', label: 'Phone', maxLength: 100, isRequired: true, type: 'tel' },
  { name: 'addressLine1', label: 'Address', maxLength: 200, isRequired: true },
  { name: 'addressLine2', label: 'Address, second line', maxLength: 200, isRequired: false },
  { name: 'pincode', label: 'Pincode', maxLength: 100, isRequired: true },
  { name: 'city', label: 'City', maxLength: 100, isRequired: true },
  { name: 'state', label: 'State', maxLength: 100, isRequired: true },
] as const

type Item = { productId: string; quantity: number }

export type EditDialogProps = {
  order: DeskOrder
  address: NonNullable<DeskOrder['address']>
  /** Makes a call, and reports a change by another operator. */
  call: (make: () => Promise<void>) => Promise<void>
  onSaved: (text: string, order: DeskOrder) => Promise<void>
  onClosed: () => void
}

/** Changes an order. The first press of the button shows what changes, the second one saves it. */
export function EditDialog({ order: newest, address, call, onSaved, onClosed }: EditDialogProps) {
  const fetchShop = useFetchShop()
  // The order that the fields were filled from, also when the page has read it again.
  const [order] = useState(newest)
  const [shownAddress] = useState(address)
  const [key] = useState(newId)
  const [items, setItems] = useState<readonly Item[]>(() =>
    order.lines.map(({ productId, quantity }) => ({ productId, quantity })),
  )
  /** What the edit changes. Null before it is tried, and after another change of the fields. */
  const [tried, setTried] = useState<OrderEdit | null>(null)
  const added = items.map(({ productId }) => productId).filter((id) => !nameOf(id))
  const names = useProductNames(added)
  const removed = order.lines.filter(({ productId }) => !items.some((item) => item.productId === productId))

  function nameOf(id: string) {
    return order.lines.find(({ productId }) => productId === id)?.name
  }

  function change(next: readonly Item[]) {
    setItems(next)
    setTried(null)
  }

  /** A snack of the order gets one unit more. */
  const add = (id: string) => {
    const isThere = items.some(({ productId }) => productId === id)
    const more = items.map(({ productId, quantity }) => ({
      productId,
      quantity: productId === id ? quantity + 1 : quantity,
    }))
    change(isThere ? more : [...items, { productId: id, quantity: 1 }])
  }

  const params = { orderId: order.purchaseId }
  const bodyOf = (values: EditValues) => ({ ...values, version: order.version })

  /** Shows what the edit would change, and leaves the dialog open for the second press. */
  async function showChanges(values: EditValues) {
    let isShown = false
    await call(async () => {
      const { data } = await fetchShop(tryOrderEdit, { params, body: bodyOf(values) })
      setTried(data.edit)
      isShown = true
    })
    return isShown ? STAYS_OPEN : undefined
  }

  /** Saves the edit that was shown. If its sums have changed since, the new ones are shown. */
  function save(values: EditValues, shown: OrderEdit) {
    return call(async () => {
      try {
        const body = { ...bodyOf(values), totalAmount: shown.total.after }
        const { data } = await fetchShop(editOrder, { params, body, idempotencyKey: key })
        await onSaved('The order is changed', data.order)
      } catch (error) {
        const changed = newSums(error)
        if (changed) setTried(changed)
        throw error
      }
    })
  }

  return (
    <FormDialog
      title="Edit order"
      submitLabel={tried ? saveLabel(tried) : 'Show what changes'}
      schema={editSchema}
      read={(fields) => ({
        items,
        address: {
          ...Object.fromEntries(ADDRESS_FIELDS.map(({ name }) => [name, fields[`address.${name}`]])),
          // Another state has another code, which the shop finds by its name.
          ...(shownAddress.stateCode !== undefined &&
            fields['address.state'] === shownAddress.state && { stateCode: shownAddress.stateCode }),
        },
        shopNote: fields['shopNote'],
      })}
      onClosed={onClosed}
      onSubmit={(values) => (tried ? save(values, tried) : showChanges(values))}
    >
      {(field) => (
        <div className="grid gap-4" onInput={() => setTried(null)}>
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-semibold">Snacks</legend>
            <ul className="grid gap-2">
              {items.map(({ productId, quantity }) => {
                const name = nameOf(productId) ?? names.get(productId) ?? productId
                return (
                  <li key={productId} className="flex flex-wrap items-center gap-2">
                    <span className="min-w-0 grow basis-24 break-words">{name}</span>
                    <input
                      type="number"
                      aria-label={`Units of ${name}`}
                      min={1}
                      value={quantity || ''}
                      onChange={({ target }) =>
                        change(
                          items.map((item) =>
                            item.productId === productId
                              ? { productId, quantity: target.valueAsNumber || 0 }
                              : item,
                          ),
                        )
                      }
                      className="h-11 w-16 rounded-lg border border-ink-soft bg-white px-2 text-right"
                    />
                    <Action
                      aria-label={`Take out ${name}`}
                      onClick={() => change(items.filter((item) => item.productId !== productId))}
                    >
                      Take out
                    </Action>
                  </li>
                )
              })}
              {removed.map(({ productId, name, quantity }) => (
                <li key={productId} className="flex flex-wrap items-center gap-2 text-ink-soft">
                  <s className="min-w-0 grow basis-24 break-words">
                    {quantity} × {name}
                  </s>
                  <Action
                    aria-label={`Put back ${name}`}
                    onClick={() => change([...items, { productId, quantity }])}
                  >
                    Put back
                  </Action>
                </li>
              ))}
            </ul>
            <ProductPicker label="Add a snack" onPick={add} />
          </fieldset>
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-semibold">Deliver to</legend>
            {ADDRESS_FIELDS.map(({ name, label, isRequired, ...rest }) => (
              <TextField
                key={name}
                {...rest}
                {...field(`address.${name}`)}
                label={label}
                required={isRequired}
                autoComplete="off"
                defaultValue={shownAddress[name] ?? ''}
              />
            ))}
            <TextAreaField
              {...field('shopNote')}
              label="Note for the parcel"
              hint="The shopper sees this too"
              maxLength={300}
              rows={2}
              defaultValue={order.details?.shopNote ?? ''}
            />
          </fieldset>
          {tried ? (
            <output
              // On a phone, the changes stand below the fields.
              ref={(shown) => shown?.scrollIntoView({ block: 'center' })}
              className="block rounded-xl bg-paper-deep px-4 py-3"
            >
              <EditChanges edit={tried} />
              <span className="mt-2 block">
                {consequence(order, tried)} {mailNote(order)}
              </span>
            </output>
          ) : null}
        </div>
      )}
    </FormDialog>
  )
}

function saveLabel({ back, owed }: OrderEdit) {
  if (owed !== undefined) return `Save, ${amountText(owed)} is owed`
  return back === undefined ? 'Save' : `Save, ${amountText(back)} goes back`
}

/** What becomes of the money. */
function consequence({ payment, refundsByHand }: DeskOrder, { total, back, owed }: OrderEdit): string {
  if (owed !== undefined)
    return `The shopper pays ${amountText(owed)} by the order’s link within ${LINK_HOURS} hours. The order is packed then, or the change is undone.`
  if (back !== undefined)
    return refundsByHand
      ? `You pay ${amountText(back)} back yourself, then press “Paid by hand”.`
      : `The payment provider sends ${amountText(back)} back the way it came.`
  return payment?.state === 'due' && total.before !== total.after
    ? `The courier collects ${amountText(total.after)}.`
    : 'No money moves.'
}

/** The edit with its new sums, if the sums have changed since they were shown. */
function newSums(error: unknown): OrderEdit | null {
  if (!isShopError(error) || error.code !== 'PRICE_CHANGED') return null
  const details = z.safeParse(z.object({ edit: orderEditSchema }), error.details)
  return details.success ? details.data.edit : null
}

function amountText(rupees: number) {
  return formatRupees(rupeesToPaise(rupees))
}
