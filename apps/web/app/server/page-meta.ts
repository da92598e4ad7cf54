import { FALLBACK_PICTURE_URL, sharedPictureUrl } from '@nashta/contracts/catalogue/product-urls'
import type { MetaDescriptor } from 'react-router'

/**
 * Used when a page has no picture, or only the fallback picture of products. The fallback picture
 * is an SVG, which most messengers do not show.
 */
const DEFAULT_PICTURE = '/share.jpg'

type RootMatch = { loaderData?: { publicUrl: string } | undefined }

export type PageMeta = {
  /** The matches of the route. The first is the root, which has no data if its loader failed. */
  matches: readonly [RootMatch, ...unknown[]]
  title: string
  description: string
  /** The canonical path, without a query. Not used with `noindex`. */
  path: string
  /** A path of this store, or an https address. */
  image?: string
  /** Keeps the page out of search engines. */
  noindex?: boolean
}

/** The meta tags of a page for search engines and messengers. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { matches, title, description, path, image = '', noindex = false } = page
  const publicUrl = matches[0].loaderData?.publicUrl
  const titleAndDescription = [{ title }, { name: 'description', content: description }]
  if (noindex || !publicUrl) return [...titleAndDescription, { name: 'robots', content: 'noindex' }]

  const url = new URL(path, publicUrl).href
  const picture = image === '' || image === FALLBACK_PICTURE_URL ? DEFAULT_PICTURE : image
  return [
    ...titleAndDescription,
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: 'Nashta' },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: new URL(sharedPictureUrl(picture), publicUrl).href },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** The `meta` of a route whose texts do not depend on loaded data. */
export function staticMeta(page: Omit<PageMeta, 'matches'>) {
  return ({ matches }: Pick<PageMeta, 'matches'>) => pageMeta({ ...page, matches })
}
