import { coloursOf, COLOUR_SETS } from '@nashta/contracts/shop/colour-sets'
import {
  FIRST_TAGLINE,
  hasFirstName,
  SHOP_PICTURES,
  type ShopPicture,
  shopPicturePath,
  shortNameOf,
  taglineOf,
} from '@nashta/contracts/shop/face'
import { getShop, type Shop } from '@nashta/contracts/shop/shop'
import { fetchShopContext } from '../../server/contexts.server.ts'
import { makeFileResponse } from '../../server/sitemap.server.ts'
import type { Route } from './+types/manifest'

/** The web app manifest. It is cached like a page, until the shop's record changes. */
export async function loader({ context }: Route.LoaderArgs) {
  const { data: shop } = await context.get(fetchShopContext)(getShop)
  return makeFileResponse('application/manifest+json', `${JSON.stringify(manifestOf(shop), null, 2)}\n`)
}

function manifestOf(shop: Shop) {
  const tagline = taglineOf(shop)
  const description = tagline === FIRST_TAGLINE ? `${tagline}, priced in rupees.` : tagline
  return {
    name: `${shop.tradeName}, a snack store`,
    short_name: shortNameOf(shop),
    ...(description && { description }),
    lang: 'en-IN',
    id: '/',
    start_url: '/',
    scope: '/',
    categories: ['food', 'shopping'],
    display: 'standalone',
    background_color: '#fdf8ef',
    theme_color: COLOUR_SETS[coloursOf(shop)].light.accent,
    icons: [
      ...(['icon', 'icon-192', 'icon-512'] as const).map((picture) => iconOf(shop, picture)),
      { ...iconOf(shop, 'maskable'), purpose: 'maskable' },
    ],
    shortcuts: SHORTCUTS.map(([name, url]) => ({ name, url, icons: [iconOf(shop, 'icon-192')] })),
    ...(hasFirstName(shop) && shop.logo === undefined && { screenshots: SCREENSHOTS }),
  }
}

function iconOf(shop: Shop, picture: ShopPicture) {
  const src = shopPicturePath(shop, picture)
  const { width, height, type } = SHOP_PICTURES[picture]
  if (src.endsWith('.svg')) return { src, sizes: 'any', type: 'image/svg+xml' }
  return { src, sizes: `${width}x${height}`, type }
}

const SHORTCUTS = [
  ['All Snacks', '/collections/allproducts'],
  ['Best Sellers', '/collections/best-sellers'],
  ['Purchase History', '/purchase-history'],
] as const

/** Pictures of the store under its first name. */
const SCREENSHOTS = [
  ['home-phone', '390x844', 'narrow', 'The counter, with what others like'],
  ['product-phone', '390x844', 'narrow', 'A snack, with all that its pack says'],
  ['home-desktop', '1440x900', 'wide', 'The counter, on a wide screen'],
].map(([name, sizes, form_factor, label]) => ({
  src: `/screenshots/${name}.webp`,
  sizes,
  type: 'image/webp',
  form_factor,
  label,
}))
