import { productPath } from '@nashta/contracts/catalogue/product-urls'
import { packText } from '@nashta/contracts/catalogue/unit-price'
import { Link } from 'react-router'
import type { CardPack } from './card-product.ts'
import { opensElsewhere } from './opens-elsewhere.ts'

export type CardPacksProps = {
  /** The pack that the card shows. */
  shown: CardPack
  /** All packs of the snack, with the shown one. */
  packs: readonly CardPack[]
  onChoose: (productsId: string) => void
}

/** The packs of the snack on a card. Without JavaScript, each is a link to its page. */
export function CardPacks({ shown, packs, onChoose }: CardPacksProps) {
  return (
    <ul className="card-packs" aria-label={`Packs of ${shown.name}`}>
      {packs
        .toSorted((a, b) => a.price - b.price)
        .map((pack) => (
          <li key={pack.products_id}>
            <Link
              to={productPath(pack.products_id)}
              discover="none"
              aria-current={pack.products_id === shown.products_id ? 'true' : undefined}
              onClick={(event) => {
                if (opensElsewhere(event)) return
                event.preventDefault()
                onChoose(pack.products_id)
              }}
            >
              {packText(pack) ?? pack.name}
              {pack.stock === 0 ? <span>, sold out</span> : null}
            </Link>
          </li>
        ))}
    </ul>
  )
}
