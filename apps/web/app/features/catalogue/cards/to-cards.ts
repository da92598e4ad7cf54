import { otherPacks } from '@nashta/contracts/catalogue/one-per-family'
import type { Product } from '@nashta/contracts/catalogue/product'
import type { CardPack, CardProduct } from './card-product.ts'

/** The cards of products, each with the other packs of its snack, if they are among `packs`. */
export function toCards(products: readonly Product[], packs: readonly Product[]): CardProduct[] {
  return products.map((product) => {
    const others = otherPacks(product, packs).map(pickCardFields)
    return { ...pickCardFields(product), ...(others.length > 0 && { packs: others }) }
  })
}

/**
 * Picks the fields that cards and the pack chooser need. The HTML of a page has a copy of these
 * fields for hydration, so unused fields would only make the page larger.
 */
function pickCardFields(product: Product): CardPack {
  const {
    products_id,
    name,
    description,
    price,
    imageUrl,
    category,
    mrp,
    stock,
    diet,
    family,
    packLabel,
    netQuantity,
    rating,
  } = product
  const isMrpShown = mrp !== undefined && mrp > price
  return {
    products_id,
    name,
    description,
    price,
    imageUrl,
    category,
    ...(isMrpShown && { mrp }),
    ...(stock !== undefined && { stock }),
    ...(diet !== undefined && { diet }),
    ...(family !== undefined && { family }),
    ...(packLabel !== undefined && { packLabel }),
    ...(netQuantity !== undefined && { netQuantity }),
    ...(rating && { rating }),
  }
}
