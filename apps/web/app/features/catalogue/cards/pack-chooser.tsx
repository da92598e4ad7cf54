import { productPath } from '@nashta/contracts/catalogue/product-urls'
import { unitPrice, unitPriceKey } from '@nashta/contracts/catalogue/unit-price'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { Link } from 'react-router'
import type { CardProduct } from './card-product.ts'
import { opensElsewhere } from './opens-elsewhere.ts'

export type PackChooserProps = {
  product: CardProduct
  /** The packs of the same snack. The product itself may be among them. */
  packs: readonly CardProduct[]
  /** Shows the pack and opens its page. */
  onChoose: (pack: CardProduct) => void
}

/** The packs of one snack. Each pack is a product with its own page, so a choice is a link. */
export function PackChooser({ product, packs, onChoose }: PackChooserProps) {
  const others = packs.filter(({ products_id }) => products_id !== product.products_id)
  if (others.length === 0) return null
  const choices: CardProduct[] = [...others, product].toSorted((a, b) => a.price - b.price)
  const bestId = findBestValueId(choices)
  return (
    <nav aria-labelledby="packs-title" className="mt-7">
      <h2 id="packs-title" className="font-semibold">
        Choose a pack
      </h2>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
        {choices.map((pack) => (
          <li key={pack.products_id} className="grid">
            <PackLink
              pack={pack}
              isCurrent={pack.products_id === product.products_id}
              isBest={pack.products_id === bestId}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

type PackLinkProps = Pick<PackChooserProps, 'onChoose'> & {
  pack: CardProduct
  isCurrent: boolean
  isBest: boolean
}

function PackLink({ pack, isCurrent, isBest, onChoose }: PackLinkProps) {
  const paise = rupeesToPaise(pack.price)
  const perUnit = pack.netQuantity ? unitPrice(paise, pack.netQuantity) : null
  return (
    <Link
      to={productPath(pack.products_id)}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        onChoose(pack)
      }}
      className="flex flex-col rounded-2xl border-[1.5px] border-line bg-white px-4 py-3 transition-colors duration-200 hover:border-raspberry aria-[current]:border-raspberry aria-[current]:bg-raspberry-tint"
    >
      <span className="font-semibold">{pack.packLabel ?? pack.products_id}</span>
      <span className="tabular-nums">{formatRupees(paise)}</span>
      {perUnit ? <span className="text-sm text-ink-soft tabular-nums">{perUnit}</span> : null}
      {isBest ? <span className="mt-1 text-sm font-semibold text-pistachio">Best value</span> : null}
      {pack.stock === 0 ? <span className="mt-1 text-sm font-semibold">Sold out</span> : null}
    </Link>
  )
}

/** The id of the pack with the lowest unit price. Null for a tie, or without comparable packs. */
function findBestValueId(packs: readonly CardProduct[]): string | null {
  const units = new Set(packs.map(({ netQuantity }) => netQuantity?.unit))
  if (units.size !== 1 || units.has(undefined)) return null
  const byUnitPrice = packs
    .map((pack) => ({ pack, key: unitPriceKey(rupeesToPaise(pack.price), pack.netQuantity) }))
    .toSorted((a, b) => a.key - b.key)
  const [best, next] = byUnitPrice
  return best && next && best.key < next.key ? best.pack.products_id : null
}
