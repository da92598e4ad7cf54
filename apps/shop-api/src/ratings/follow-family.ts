import { familyOf } from '@nashta/contracts/catalogue/one-per-family'
import type { WriteProductsDeps } from '../catalogue/admin/write-products.ts'
import type { ProductRecord } from '../catalogue/product-store.ts'
import type { FamilyChange } from './rating-store.ts'
import { type CopyDeps, copyAverage, copyAverageToPack, type RatingDeps } from './ratings.ts'

const PAGE = 100
/** A request that has noted a change, or that rates in the former family, has ended after this time. */
const ENDED_AFTER_MS = 60_000

export type FollowDeps = CopyDeps & Pick<RatingDeps, 'now' | 'reportError'>

/** What writing a product does to ratings. */
export function ratingsOfProducts(deps: FollowDeps): Pick<WriteProductsDeps, 'copyRating' | 'changeFamily'> {
  return {
    copyRating: (product) => copyAverageToPack(deps, product),
    changeFamily: (product, change) => changeFamily(deps, product, change),
  }
}

/**
 * Runs `change`, which gives the product another family. Its ratings follow it: grouping packs, or
 * renaming their family, hides no rating. The change is noted first. `followFamilies` moves what the
 * request leaves: because it was interrupted, because the ratings are many, or because one came meanwhile.
 */
async function changeFamily<T>(
  deps: FollowDeps,
  product: ProductRecord,
  change: () => Promise<T>,
): Promise<T> {
  const noted = { productId: product.products_id, from: familyOf(product) }
  await deps.ratings.noteFamilyChange(noted, deps.now())
  const changed = await change()
  await follow(deps, noted, 1).catch(deps.reportError)
  return changed
}

export async function followFamilies(deps: FollowDeps, signal?: AbortSignal) {
  const before = new Date(deps.now().getTime() - ENDED_AFTER_MS)
  for (const noted of await deps.ratings.listFamilyChanges(before)) {
    await follow(deps, noted, Number.POSITIVE_INFINITY, signal)
    if (signal?.aborted) return
    await deps.ratings.endFamilyChange(noted)
  }
}

/** Moves the ratings on so many pages of the former family. */
async function follow(
  deps: FollowDeps,
  { productId, from }: FamilyChange,
  pages: number,
  signal?: AbortSignal,
) {
  const { ratings, products } = deps
  const product = await products.findWithDrafts(productId)
  // The product was deleted, or has its family again.
  if (!product || familyOf(product) === from) return
  const family = familyOf(product)
  const packs = await products.listFamily(from)
  // The last pack of a family takes the ratings of deleted packs with it.
  const isLast = packs.every(({ products_id }) => products_id === productId)
  let after: string | undefined
  for (let page = 0; page < pages; page += 1) {
    if (signal?.aborted) break
    const found = await ratings.listOfFamily(from, { limit: PAGE, after })
    for (const rating of found)
      if (isLast || rating.productId === productId) await ratings.move(rating.id, family)
    after = found.at(-1)?.id
    if (found.length < PAGE) break
  }
  await copyAverage(deps, from)
  await copyAverage(deps, family)
  await copyAverageToPack(deps, product)
}
