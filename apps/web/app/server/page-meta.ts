import { FALLBACK_PICTURE_URL, sharedPictureUrl } from '@nashta/contracts/catalogue/product-urls'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import type { MetaDescriptor } from 'react-router'

type RootMatch = {
  loaderData?: { publicUrl: string; face: { name: string; title: string; share: string } | null } | undefined
}

export type PageMeta = {
  /** The matches of the route. The first is the root, which has no data if its loader failed. */
  matches: readonly [RootMatch, ...unknown[]]
  /** Without the name of the shop, which is added. Missing on the home page. */
  title?: string
  /** A text, or what makes it from the name of the shop. */
  description: string | ((shop: string) => string)
  /** The canonical path, without a query. Not used with `noindex`. */
  path: string
  /** A path of this store, or an https address. */
  image?: string
  /** In rupees. Only for the page of a product. */
  price?: number
  /** Keeps the page out of search engines. */
  noindex?: boolean
}

/** The meta tags of a page for search engines and messengers. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { matches, path, image = '', price, noindex = false } = page
  const { publicUrl, face } = matches[0].loaderData ?? {}
  const title = titleOf(page.title, face)
  const description =
    typeof page.description === 'string' ? page.description : page.description(face?.name ?? 'our shop')
  const titleAndDescription = [{ title }, { name: 'description', content: description }]
  if (noindex || !publicUrl) return [...titleAndDescription, { name: 'robots', content: 'noindex' }]

  const url = new URL(path, publicUrl).href
  // The fallback picture of products is an SVG, which most messengers do not show.
  const picture = image === '' || image === FALLBACK_PICTURE_URL ? face?.share : sharedPictureUrl(image)
  return [
    ...titleAndDescription,
    { tagName: 'link', rel: 'canonical', href: url },
    ...(face ? [{ property: 'og:site_name', content: face.name }] : []),
    { property: 'og:type', content: price === undefined ? 'website' : 'product' },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:title', content: title },
    {
      property: 'og:description',
      content: price === undefined ? description : withPrice(price, description),
    },
    { property: 'og:url', content: url },
    ...(picture === undefined ? [] : [{ property: 'og:image', content: new URL(picture, publicUrl).href }]),
    ...(price === undefined ? [] : priceMeta(price)),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** Messengers show the beginning of a description, and no price of its own. */
function withPrice(price: number, description: string) {
  return `${formatRupees(rupeesToPaise(price))} · ${description}`
}

function priceMeta(price: number): MetaDescriptor[] {
  return [
    { property: 'product:price:amount', content: String(price) },
    { property: 'product:price:currency', content: 'INR' },
  ]
}

/** `Sign in | Nashta`. Without the shop's record, `Sign in`. */
export function titleOf(
  title: string | undefined,
  face: { name: string; title: string } | null | undefined,
): string {
  if (title === undefined) return face?.title ?? ''
  return face ? `${title} | ${face.name}` : title
}

/** The `meta` of a route whose texts do not depend on loaded data. */
export function staticMeta(page: Omit<PageMeta, 'matches'>) {
  return ({ matches }: Pick<PageMeta, 'matches'>) => pageMeta({ ...page, matches })
}
