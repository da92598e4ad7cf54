import { IMAGES_BASE } from '../catalogue/product-urls.ts'
import { coloursOf } from './colour-sets.ts'

// How the shop looks: what follows from the name, the logo and the colours of its record.

/** The name of a new shop, with texts and pictures of its own. */
export const FIRST_NAME = 'Nashta'

export const FIRST_TAGLINE = 'Donuts, chips, chocolates, nuts and treats'

type FaceFields = {
  tradeName: string
  shortName?: string | undefined
  tagline?: string | undefined
  logo?: string | undefined
  colours?: string | undefined
}

/** The pictures that stand for the shop. `share` is for messengers, the others are icons. */
export const SHOP_PICTURES = {
  /** For browser tabs, and in headers. */
  icon: { width: 96, height: 96, type: 'image/png' },
  'icon-192': { width: 192, height: 192, type: 'image/png' },
  'icon-512': { width: 512, height: 512, type: 'image/png' },
  /** Phones cut it to a circle or another shape. */
  maskable: { width: 512, height: 512, type: 'image/png' },
  apple: { width: 180, height: 180, type: 'image/png' },
  share: { width: 1200, height: 630, type: 'image/jpeg' },
} as const

export type ShopPicture = keyof typeof SHOP_PICTURES

export const SHOP_PICTURES_BASE = `${IMAGES_BASE}/shop`

/** Files of the storefront, for a shop that still has its first name and no logo. */
const FIRST_PICTURES: Record<ShopPicture, string> = {
  icon: '/favicon.svg',
  'icon-192': '/icons/icon-192.png',
  'icon-512': '/icons/icon-512.png',
  maskable: '/icons/icon-maskable-512.png',
  apple: '/icons/apple-touch-icon.png',
  share: '/share.jpg',
}

/** Whether the texts about the word Nashta fit the shop. */
export function hasFirstName(shop: Pick<FaceFields, 'tradeName'>): boolean {
  return shop.tradeName === FIRST_NAME
}

/** Where a picture that stands for the shop is: made from its logo, or from the first letter of its name. */
export function shopPicturePath(shop: FaceFields, picture: ShopPicture): string {
  if (shop.logo === undefined && hasFirstName(shop)) return FIRST_PICTURES[picture]
  const source = shop.logo ?? letterMark(shop.tradeName)
  return `${SHOP_PICTURES_BASE}/${coloursOf(shop)}/${picture}/${source}`
}

/** The source of pictures that are made from a letter. No stored picture has such a key. */
const LETTER_MARK = /^letter-([a-z0-9]|none)$/

function letterMark(name: string) {
  const [first = ''] = /[\p{L}\p{N}]/u.exec(name) ?? []
  // A decomposed letter has its accents apart: É becomes E.
  const letter = first.normalize('NFD').slice(0, 1).toLowerCase()
  return `letter-${/[a-z0-9]/.test(letter) ? letter : 'none'}`
}

/** The letter of a letter mark; `none` is a ring. Null for the key of a stored picture. */
export function parseLetterMark(source: string): string | null {
  return LETTER_MARK.exec(source)?.[1] ?? null
}

/** The name below an icon on a phone. */
export function shortNameOf({ tradeName, shortName }: FaceFields): string {
  return shortName ?? tradeName
}

/** What the shop sells, in a few words. Empty when its owner has written nothing. */
export function taglineOf(shop: FaceFields): string {
  return shop.tagline ?? (hasFirstName(shop) ? FIRST_TAGLINE : '')
}

/** The name of a file that the shopper saves: `nashta-my-data.json`. */
export function fileNameOf(name: string, shopName = ''): string {
  const slug = shopName
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return slug === '' ? name : `${slug}-${name}`
}
