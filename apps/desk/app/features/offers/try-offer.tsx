import { useCall } from '@nashta/browser/forms/use-call'
import { type OfferInput, type TriedOrder, tryOffer } from '@nashta/contracts/offers/offers'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { useState } from 'react'
import { formatAmount } from '../../data/formats.ts'
import { ProductPicker, useProductNames } from '../../dialogs/product-picker.tsx'
import { useFetchShop } from '../../session/desk-session.tsx'
import { Action, Card } from '../../ui/controls.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { failureText } from '../../ui/query-state.tsx'

type Item = { productId: string; quantity: string }

export type TryOfferProps = {
  /** The offer as it is typed now. */
  readOffer: () => OfferInput
}

/** Shows what a cart would cost with the offer, together with the ones that run. Nothing is stored. */
export function TryOffer({ readOffer }: TryOfferProps) {
  const fetchShop = useFetchShop()
  const [items, setItems] = useState<readonly Item[]>([])
  const [pincode, setPincode] = useState('')
  const [tried, setTried] = useState<TriedOrder | null>(null)
  const names = useProductNames(items.map(({ productId }) => productId))
  const call = useCall(async () => {
    setTried(null)
    const body = {
      offer: readOffer(),
      items: items.map(({ productId, quantity }) => ({ productId, quantity: Number(quantity) })),
      ...(pincode.trim() !== '' && { pincode }),
    }
    setTried((await fetchShop(tryOffer, { body })).data)
  }, failureText)

  function setQuantity(productId: string, quantity: string) {
    setItems((all) => all.map((item) => (item.productId === productId ? { productId, quantity } : item)))
  }

  function add(productId: string) {
    setItems((all) => [...all.filter((item) => item.productId !== productId), { productId, quantity: '1' }])
  }

  return (
    <Card title="Try it on a cart">
      <ProductPicker label="Put a product into the cart" onPick={add} />
      <ul>
        {items.map(({ productId, quantity }) => {
          const name = names.get(productId) ?? productId
          return (
            <li key={productId} className="flex items-end gap-2">
              <span className="min-w-0 grow">
                <TextInput
                  label={`Units of ${name}`}
                  inputMode="numeric"
                  value={quantity}
                  onChange={(text) => setQuantity(productId, text)}
                />
              </span>
              <span className="mb-6">
                <Action
                  aria-label={`Take out ${name}`}
                  onClick={() => setItems((all) => all.filter((item) => item.productId !== productId))}
                >
                  ×
                </Action>
              </span>
            </li>
          )
        })}
      </ul>
      <TextField
        label="Pincode"
        hint="Leave empty to try without delivery"
        inputMode="numeric"
        autoComplete="off"
        value={pincode}
        onChange={({ target }) => setPincode(target.value)}
      />
      <Action
        disabled={items.length === 0}
        aria-disabled={call.isBusy || undefined}
        onClick={() => void call.run()}
      >
        Try
      </Action>
      {call.failure ? <Failure>{call.failure}</Failure> : null}
      <output className="mt-3 block">{tried ? <Tried {...tried} /> : null}</output>
    </Card>
  )
}

function Tried({ lines, discounts, unused, goods, delivery, total }: TriedOrder) {
  return (
    <>
      <dl className="grid gap-1">
        {lines.map(({ productId, name, quantity, price, discount }) => (
          <Sum
            key={productId}
            name={`${quantity} × ${name}${discount > 0 ? `, less ${formatAmount(discount)}` : ''}`}
            amount={formatAmount(Math.round(price * quantity * 100) / 100)}
          />
        ))}
        <Sum name="Goods" amount={formatAmount(goods)} />
        {discounts.map(({ name, goods: ofGoods, delivery: ofDelivery }) => (
          <Sum
            key={name}
            name={ofDelivery > 0 ? `${name} (delivery)` : name}
            amount={`−${formatAmount(ofGoods + ofDelivery)}`}
          />
        ))}
        {delivery === undefined ? null : <Sum name="Delivery, to pay" amount={formatAmount(delivery)} />}
        <Sum name="Total" amount={formatAmount(total)} isTotal />
      </dl>
      {unused.map(({ name, reason }) => (
        <p key={name} className="mt-2 text-sm text-ink-soft">
          {name}: {reason}
        </p>
      ))}
    </>
  )
}

function Sum({ name, amount, isTotal = false }: { name: string; amount: string; isTotal?: boolean }) {
  return (
    <div className={`flex justify-between gap-3 ${isTotal ? 'font-semibold' : ''}`}>
      <dt className="min-w-0 wrap-anywhere">{name}</dt>
      <dd className="whitespace-nowrap">{amount}</dd>
    </div>
  )
}
