import { onlyLeft, SOLD_OUT } from '../../texts/product-page.ts'

/** From so few on, somebody who hesitates may come too late. */
const FEW = 5

export function StockNote({ stock }: { stock: number | undefined }) {
  if (stock === undefined || stock > FEW) return null
  if (stock === 0) return <Note look="bg-cocoa text-paper">{SOLD_OUT}</Note>
  return <Note look="bg-raspberry-tint text-raspberry-deep">{onlyLeft(stock)}</Note>
}

function Note({ look, children }: { look: string; children: string }) {
  return <p className={`rounded-full px-4 py-1.5 text-[0.9375rem] font-semibold ${look}`}>{children}</p>
}
