import { randomBytes } from 'node:crypto'
import { foldWords } from '@nashta/contracts/catalogue/fold-text'
import { imageHost } from '@nashta/contracts/catalogue/image-url'
import { familyOf } from '@nashta/contracts/catalogue/one-per-family'
import type { CreateProductBody, UpdateProductBody } from '@nashta/contracts/catalogue/product-input'
import type { DeskProduct } from '@nashta/contracts/catalogue/product-writes'
import { calendarDay } from '@nashta/contracts/dates'
import { rupeesToPaise } from '@nashta/contracts/money'
import type { ShelfIndex } from '@nashta/contracts/storefront/shelf-rules'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/service-error'
import { type AuthorshipDeps, authorshipOf } from '../../operator-log/logged-change.ts'
import {
  type ProductChange,
  productNotFound,
  type ProductRecord,
  type ProductStore,
} from '../product-store.ts'
import {
  assertPriceWithinMrp,
  productVersion,
  publicVersion,
  toDeskProduct,
  toProductRecord,
} from '../product.ts'
import type { ShelfStore } from '../shelves/shelf-store.ts'
import { placeProduct } from './place-product.ts'

const SLUG_MAX_LENGTH = 60

export type WriteProductsDeps = AuthorshipDeps & {
  products: ProductStore
  shelves: ShelfStore
  /** Gives a new product the average of its family's ratings. */
  copyRating: (product: ProductRecord) => Promise<void>
  /** Runs the change of a product's family. The ratings of the product follow it. */
  changeFamily: <T>(product: ProductRecord, change: () => Promise<T>) => Promise<T>
  /** Pictures may come from these hosts, and from the store itself. */
  imageHosts: readonly string[]
  /** Returns a short random text of lower-case letters and digits. */
  newIdSuffix?: () => string
}

export async function createProduct(
  deps: WriteProductsDeps,
  caller: Caller,
  body: CreateProductBody,
): Promise<DeskProduct> {
  const authorship = await authorshipOf(deps, caller)
  const shelves = await deps.shelves.read()
  const product = draftProduct(deps, body, { at: authorship.at, shelves })
  await deps.products.create(product, authorship)
  await deps.copyRating(product)
  return toDeskProduct(product, shelves)
}

type DraftDeps = Pick<WriteProductsDeps, 'imageHosts' | 'newIdSuffix'>

/** The product that a request adds. Throws when a rule refuses it. */
export function draftProduct(
  { imageHosts, newIdSuffix = () => randomBytes(4).toString('hex') }: DraftDeps,
  { price, mrp, published, ...fields }: CreateProductBody,
  { at, shelves }: { at: string; shelves: ShelfIndex },
): ProductRecord {
  assertImageHosts(fields, imageHosts)
  const product = toProductRecord({
    ...fields,
    ...placeProduct(fields, null, shelves),
    // Only drafts store `published`.
    published: published === false ? false : undefined,
    products_id: fields.products_id ?? newProductId(fields.name, newIdSuffix()),
    pricePaise: rupeesToPaise(price),
    mrpPaise: mrp === undefined ? undefined : rupeesToPaise(mrp),
    createdAt: at,
    updatedAt: at,
  })
  assertPriceWithinMrp(product)
  return product
}

/** With `seen`, the update is refused when the product has changed since it had that version. */
export async function updateProduct(
  deps: WriteProductsDeps,
  caller: Caller,
  id: string,
  body: UpdateProductBody,
  seen?: string,
): Promise<ProductRecord> {
  const shelves = await deps.shelves.read()
  const before = await deps.products.findWithDrafts(id)
  if (!before) throw productNotFound()
  const change = draftChange(deps, body, before, shelves)
  // The ETag of `GET /products/{id}` also depends on the names of the shelves, which no store knows.
  const isPublicVersion =
    seen !== undefined && seen === publicVersion(before, shelves, calendarDay(deps.now()))
  const seenVersion = isPublicVersion ? productVersion(before) : seen
  return saveChange(deps, caller, before, { change, seen: seenVersion })
}

/** Saves a change of a product, whose ratings follow its family. */
export async function saveChange(
  deps: WriteProductsDeps,
  caller: Caller,
  before: ProductRecord,
  { change, seen }: { change: ProductChange; seen: string | undefined },
): Promise<ProductRecord> {
  const authorship = await authorshipOf(deps, caller)
  const update = () => deps.products.update(before.products_id, change, authorship, seen)
  const product = await (hasNewFamily(before, change) ? deps.changeFamily(before, update) : update())
  if (!product) throw productNotFound()
  return product
}

function hasNewFamily({ products_id, family: before }: ProductRecord, { family }: ProductChange) {
  if (family === undefined) return false
  return familyOf({ products_id, family: family ?? undefined }) !== familyOf({ products_id, family: before })
}

/** What a request changes of a product. Throws for pictures that the store cannot show. */
export function draftChange(
  { imageHosts }: DraftDeps,
  { price, mrp, published, ...fields }: UpdateProductBody,
  before: ProductRecord,
  shelves: ShelfIndex,
): ProductChange {
  assertImageHosts(fields, imageHosts)
  return {
    ...fields,
    ...placeProduct(fields, before, shelves),
    ...(price !== undefined && { pricePaise: rupeesToPaise(price) }),
    ...(mrp !== undefined && { mrpPaise: mrp === null ? null : rupeesToPaise(mrp) }),
    // A published product does not store `published`, so null removes it.
    ...(published !== undefined && { published: published ? null : false }),
  }
}

export async function deleteProduct(deps: WriteProductsDeps, caller: Caller, id: string) {
  const product = await deps.products.remove(id, await authorshipOf(deps, caller))
  if (!product) throw productNotFound()
  return { products_id: product.products_id }
}

/** An id that is readable in a URL, e.g. `masala-chips-1a2b3c4d`. The random suffix makes it unique. */
export function newProductId(name: string, suffix: string): string {
  // Words in another script are left out, because a URL would percent-encode them.
  const words = foldWords(name).filter((word) => /^[a-z\d]+$/.test(word))
  const cut = words.join('-').slice(0, SLUG_MAX_LENGTH)
  const endsInHyphen = cut.endsWith('-')
  const slug = endsInHyphen ? cut.slice(0, -1) : cut
  return `${slug || 'product'}-${suffix}`
}

type Pictures = { imageUrl?: string | undefined; images?: readonly string[] | undefined }

/**
 * Refuses pictures from other hosts. The pages' content security policy blocks them, so the product
 * would show a gap.
 */
function assertImageHosts({ imageUrl = '', images = [] }: Pictures, imageHosts: readonly string[]) {
  assertHost('imageUrl', imageUrl)
  for (const [index, url] of images.entries()) assertHost(`images.${index}`, url)

  function assertHost(field: string, url: string) {
    const host = imageHost(url)
    if (host === null || imageHosts.includes(host)) return
    throw new ServiceError('VALIDATION_FAILED', `body.${field}: This store shows no pictures from ${host}`)
  }
}
