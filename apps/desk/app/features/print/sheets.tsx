import type { ReplyTo } from '@nashta/contracts/api/endpoint'
import type { printOrders } from '@nashta/contracts/orders/desk/bulk-orders'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { Shop } from '@nashta/contracts/shop/shop'
import { QrCode } from '@nashta/ui/qr-code'
import type { ReactNode } from 'react'
import { formatAmount, formatDay, formatNumberOf } from '../../data/formats.ts'
import type { PrintKind } from '../../data/print-kinds.ts'
import { OrderDetails } from '../../ui/order-details.tsx'
import { pickList } from './pick-list.ts'

type PrintDocument = ReplyTo<typeof printOrders>['data']['documents'][number]

type SheetProps = { document: PrintDocument; shop: Shop }
type SheetsProps = { documents: readonly PrintDocument[]; shop: Shop }

/** What is printed of each kind of document. */
export const SHEETS: Record<PrintKind, (props: SheetsProps) => ReactNode> = {
  slips: ({ documents, shop }) =>
    documents.map((document) => <Slip key={document.order.purchaseId} document={document} shop={shop} />),
  labels: ({ documents, shop }) =>
    documents.map((document) => <Label key={document.order.purchaseId} document={document} shop={shop} />),
  'pick-list': PickList,
}

/** The packing slip, which goes into the parcel. For a gift, it does not say what is to be paid. */
function Slip({ document: { order, address, collect }, shop }: SheetProps) {
  return (
    <article className="print-sheet print-slip">
      <header className="mb-6 flex justify-between gap-6 border-b-2 border-black pb-3">
        <div>
          <p className="font-display text-2xl font-semibold">{shop.tradeName}</p>
          <p className="text-sm">{shop.address}</p>
        </div>
        <div className="text-right">
          <h2 className="font-semibold">Order {orderNumber(order.purchaseId)}</h2>
          <p className="text-sm">{formatDay(order.purchaseDate)}</p>
        </div>
      </header>
      <Address address={address} />
      <table className="mt-6 w-full border-collapse text-left">
        <thead>
          <tr className="border-b border-black">
            <th scope="col" className="w-16 py-1">
              Units
            </th>
            <th scope="col" className="py-1">
              Product
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.filter(hasUnitsToPack).map(({ productId, name, toPack, allergens = [] }) => (
            <tr key={productId} className="break-inside-avoid border-b border-gray-400 align-top">
              <td className="py-1.5 font-semibold">{toPack}</td>
              <td className="py-1.5">
                {name}
                {allergens.length > 0 ? (
                  <span className="block text-sm">Contains {allergens.join(', ')}</span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <OrderDetails details={order.details} className="mt-4" />
      {collect === undefined || order.details?.giftMessage ? null : (
        <p className="mt-4 font-semibold">To be paid on delivery: {formatAmount(collect)}</p>
      )}
      <p className="mt-6 text-sm">
        Questions? {shop.phone}, {shop.email}. FSSAI {shop.fssai}.
      </p>
    </article>
  )
}

/** The address label, which goes onto the parcel. Its QR code contains the order number. */
function Label({ document: { order, address, collect }, shop }: SheetProps) {
  const number = orderNumber(order.purchaseId)
  return (
    <article className="print-sheet print-label flex flex-col gap-3">
      <header className="flex items-start justify-between gap-3">
        <div>
          <h2 className="text-2xl font-bold">{number}</h2>
          <p>{formatNumberOf(order.itemsToPack, 'item')}</p>
          {collect === undefined ? (
            <p className="mt-1 inline-block border-2 border-black px-2 font-bold">PREPAID</p>
          ) : (
            <p className="mt-1 inline-block border-2 border-black px-2 font-bold">
              COLLECT {formatAmount(collect)}
            </p>
          )}
        </div>
        <QrCode text={number} label={`Code of order ${number}`} className="size-[34mm] shrink-0 fill-black" />
      </header>
      <div className="grow border-y-2 border-black py-3 text-2xl leading-snug">
        <Address address={address} />
      </div>
      <footer className="text-sm">
        From {shop.tradeName}, {shop.address}, {shop.phone}
      </footer>
    </article>
  )
}

/** The products to take from the shelves for all orders. */
function PickList({ documents }: SheetsProps) {
  const rows = pickList(documents.map(({ order }) => order))
  return (
    <article className="print-sheet print-pick-list">
      <h2 className="mb-4 font-display text-2xl font-semibold">
        Pick list for {formatNumberOf(documents.length, 'order')}
      </h2>
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="border-b-2 border-black">
            <th scope="col" className="w-8">
              <span className="sr-only">Done</span>
            </th>
            <th scope="col" className="w-16 py-1">
              Units
            </th>
            <th scope="col" className="py-1">
              Product
            </th>
            <th scope="col" className="py-1">
              Orders
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ productId, name, quantity, orders }) => (
            <tr key={productId} className="break-inside-avoid border-b border-gray-400 align-top">
              <td className="py-2">
                <span aria-hidden="true">☐</span>
              </td>
              <td className="py-2 font-semibold">{quantity}</td>
              <td className="py-2 pr-4">{name}</td>
              <td className="py-2 text-sm">{orders.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}

function hasUnitsToPack({ toPack }: PrintDocument['order']['lines'][number]) {
  return toPack > 0
}

function Address({ address }: { address: PrintDocument['address'] }) {
  const { fullName, addressLine1, addressLine2, city, state, pincode, phoneNumber } = address
  return (
    <address className="break-words not-italic">
      <p className="font-bold">{fullName}</p>
      <p>{addressLine1}</p>
      {addressLine2 ? <p>{addressLine2}</p> : null}
      <p>
        {city}, {state} <span className="font-bold">{pincode}</span>
      </p>
      <p>{phoneNumber}</p>
    </address>
  )
}
