import { useDraft } from '@nashta/browser/forms/use-draft'
import { useForm } from '@nashta/browser/forms/use-form'
import { newId } from '@nashta/browser/new-id'
import { parsePincode } from '@nashta/contracts/delivery/parse-pincode'
import { getPincode } from '@nashta/contracts/delivery/pincode'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { quoteOrder, takeOrder } from '@nashta/contracts/orders/desk/take-order'
import { NOTHING_TO_PURCHASE, SHIPPING_INCOMPLETE } from '@nashta/contracts/orders/order-texts'
import { getPaymentMethods } from '@nashta/contracts/orders/payment-methods'
import { Failure } from '@nashta/ui/failure'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAmount } from '../data/formats.ts'
import { methodLabel } from '../data/order-labels.ts'
import { FindCustomer } from '../features/new-order/find-customer.tsx'
import {
  discountOf,
  EMPTY_ORDER,
  itemsOf,
  type NewOrderDraft,
  requestOf,
} from '../features/new-order/new-order-draft.ts'
import { OrderSnacks } from '../features/new-order/order-snacks.tsx'
import { OrderTaken } from '../features/new-order/order-taken.tsx'
import { useDraftName, useFetchShop } from '../session/desk-session.tsx'
import { Action, Card, FormActions, PageHeading } from '../ui/controls.tsx'
import { CheckInput, SelectInput, TextInput } from '../ui/inputs.tsx'
import { failureText } from '../ui/query-state.tsx'

/** Shown until a price is known. */
const NO_TOTAL = '–'
/** What an operator reads in place of the texts for shoppers. */
const OPERATOR_TEXTS = new Map([
  [SHIPPING_INCOMPLETE, 'Required'],
  [NOTHING_TO_PURCHASE, 'Please add a snack'],
])

/** An order by phone, by message or at the counter. */
export default function NewOrder() {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const {
    value: draft,
    setValue,
    isChanged,
    discard,
  } = useDraft<NewOrderDraft>({
    name: useDraftName('new order'),
    stored: EMPTY_ORDER,
  })
  const [taken, setTaken] = useState<DeskOrder | null>(null)
  const methods = useQuery({
    queryKey: ['payment methods'],
    queryFn: async ({ signal }) => (await fetchShop(getPaymentMethods, { signal })).data.methods,
  })
  const { pincode, state, isCollected, phone, email } = draft
  const discount = discountOf(draft)
  const asked = {
    items: itemsOf(draft),
    ...(discount && takeOrder.body.shape.discount.safeParse(discount).success && { discount }),
    ...(phone && { phone }),
    ...(email.trim() && { email }),
    ...(!isCollected && { address: { pincode, state } }),
  }
  const quote = useQuery({
    queryKey: ['quote', asked],
    enabled: asked.items.length > 0,
    queryFn: async ({ signal }) => (await fetchShop(quoteOrder, { body: asked, signal })).data,
    placeholderData: (previous) => previous,
  })
  const total = asked.items.length > 0 && !quote.isPlaceholderData ? quote.data?.totalAmount : undefined

  const shownTotal = total ?? quote.data?.totalAmount ?? 0

  const form = useForm({
    schema: takeOrder.body,
    // An order that is sent before its price is known is refused with the price.
    read: () => requestOf(draft, shownTotal),
    failed: failureText,
    async send(body) {
      const key = draft.key || newId()
      setValue((before) => ({ ...before, key }))
      try {
        const { data } = await fetchShop(takeOrder, {
          // The schema has made paise of the rupees.
          body: { ...body, totalAmount: shownTotal },
          idempotencyKey: key,
        })
        discard()
        setTaken(data.order)
      } finally {
        // A price that has changed since is shown.
        await queries.invalidateQueries({ queryKey: ['quote'] })
      }
      await queries.invalidateQueries({ queryKey: ['orders'] })
    },
  })

  const { formProps, isBusy, failure } = form

  function field(name: string) {
    const { error, ...props } = form.field(name)
    return { ...props, error: error && (OPERATOR_TEXTS.get(error) ?? error) }
  }

  function change(fields: Partial<NewOrderDraft>) {
    setValue((before) => ({ ...before, ...fields }))
  }

  async function changePincode(text: string) {
    const parsed = parsePincode(text)
    change({ pincode: parsed ?? text })
    if (parsed === null) return
    const found = await fetchShop(getPincode, { params: { pincode: parsed }, query: {} }).catch(() => null)
    const place = found?.data.places[0]
    if (place)
      setValue((before) => ({ ...before, city: before.city || place.district, state: place.state.name }))
  }

  if (taken) return <OrderTaken order={taken} onNext={() => setTaken(null)} />

  const person = isCollected ? 'collector' : 'address'
  const links = (methods.data ?? []).filter(({ way }) => way === 'redirect' || way === 'upiQr')
  return (
    <>
      <PageHeading title="New order" />
      <form {...formProps} className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <Card title="Customer">
            <TextInput
              {...field(`${person}.phoneNumber`)}
              label="Phone"
              value={phone}
              inputMode="numeric"
              onChange={(text) => change({ phone: text, customerId: '' })}
            />
            {draft.customerId ? null : <FindCustomer phone={phone} onPick={change} />}
            <TextInput
              {...field(`${person}.fullName`)}
              label="Name"
              value={draft.name}
              onChange={(name) => change({ name })}
            />
            <TextInput
              {...field('email')}
              label="E-mail"
              hint="Optional; without it no mail is sent"
              value={draft.email}
              onChange={(email) => change({ email })}
            />
          </Card>
          <Card title="Snacks">
            <OrderSnacks lines={draft.lines} field={field('items')} onChange={(lines) => change({ lines })} />
          </Card>
        </div>
        <div className="grid gap-4">
          <Card title="Delivery">
            <CheckInput
              label="The customer collects it here"
              checked={isCollected}
              onChange={(checked) => change({ isCollected: checked })}
            />
            <div className="grid gap-x-3 sm:grid-cols-2">
              {isCollected ? null : (
                <>
                  <div className="sm:col-span-2">
                    <TextInput
                      {...field('address.pincode')}
                      label="Pincode"
                      inputMode="numeric"
                      hint="Fills in city and state"
                      value={pincode}
                      onChange={(text) => void changePincode(text)}
                    />
                  </div>
                  <TextInput
                    {...field('address.addressLine1')}
                    label="House and street"
                    value={draft.addressLine1}
                    onChange={(addressLine1) => change({ addressLine1 })}
                  />
                  <TextInput
                    {...field('address.addressLine2')}
                    label="Area"
                    hint="Optional"
                    value={draft.addressLine2}
                    onChange={(addressLine2) => change({ addressLine2 })}
                  />
                  <TextInput
                    {...field('address.city')}
                    label="City"
                    value={draft.city}
                    onChange={(city) => change({ city })}
                  />
                  <TextInput
                    {...field('address.state')}
                    label="State"
                    value={state}
                    onChange={(text) => change({ state: text })}
                  />
                </>
              )}
              <TextInput
                {...field('details.shopNote')}
                label="Note"
                hint="Optional, for the people who pack"
                value={draft.shopNote}
                onChange={(shopNote) => change({ shopNote })}
              />
              <TextInput
                {...field('details.giftMessage')}
                label="Gift message"
                hint="Optional; the slip then has no amounts"
                value={draft.giftMessage}
                onChange={(giftMessage) => change({ giftMessage })}
              />
            </div>
          </Card>
          <Card title="Payment">
            <div className="grid grid-cols-2 gap-2">
              <TextInput
                {...field('discount.amount')}
                label="Discount in ₹"
                hint="Instead of offers"
                inputMode="decimal"
                value={draft.discount}
                onChange={(text) => change({ discount: text })}
              />
              <TextInput
                {...field('discount.reason')}
                label="Reason"
                hint="On the bill"
                value={draft.reason}
                onChange={(reason) => change({ reason })}
              />
            </div>
            <SelectInput
              label="Paid"
              value={draft.way}
              options={[
                ['onDelivery', isCollected ? 'In cash when it is collected' : 'In cash on delivery'],
                ['cash', 'In cash, received now'],
                ...links.map(({ method }) => [method, `By link: ${methodLabel(method)}`] as const),
              ]}
              onChange={(way) => change({ way })}
            />
            <dl className="mt-2 grid grid-cols-2 gap-1">
              {quote.data?.discounts?.map(({ name, amount }) => (
                <Row key={name} name={name} amount={`−${formatAmount(amount)}`} />
              ))}
              {quote.data && !isCollected ? (
                <Row
                  name="Delivery"
                  amount={quote.data.shippingFee > 0 ? formatAmount(quote.data.shippingFee) : 'free'}
                />
              ) : null}
              <Row name="Total" amount={total === undefined ? NO_TOTAL : formatAmount(total)} />
            </dl>
            {quote.isError ? <Failure>{failureText(quote.error)}</Failure> : null}
          </Card>
          <FormActions isChanged={isChanged} failure={failure}>
            <Action look="main" type="submit" aria-disabled={isBusy || undefined}>
              {total === undefined ? 'Take order' : `Take order, ${formatAmount(total)}`}
            </Action>
            {isChanged ? <Action onClick={discard}>Clear</Action> : null}
          </FormActions>
        </div>
      </form>
    </>
  )
}

function Row({ name, amount }: { name: string; amount: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="text-right font-semibold tabular-nums">{amount}</dd>
    </>
  )
}
