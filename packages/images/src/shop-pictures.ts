import { readFileSync } from 'node:fs'
import { COLOUR_SETS, type ColourSetName } from '@nashta/contracts/shop/colour-sets'
import { parseLetterMark, SHOP_PICTURES, type ShopPicture } from '@nashta/contracts/shop/face'
import { sharp } from './sharp.ts'

/** Phones cut a maskable icon to a circle of four fifths of its width. */
const SAFE_PART = 0.8
/** How much of the height of a share picture the mark takes. */
const SHARE_PART = 0.6

const PAPER = '#fdf8ef'
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }

type Layout = { ground: string | typeof TRANSPARENT; part: number }

/** Where a logo stands: alone, or on a ground where the picture must have one. */
const LOGO_LAYOUTS: Record<ShopPicture, Layout> = {
  icon: { ground: TRANSPARENT, part: 1 },
  'icon-192': { ground: TRANSPARENT, part: 1 },
  'icon-512': { ground: TRANSPARENT, part: 1 },
  // The corners of a square must be within the circle.
  maskable: { ground: PAPER, part: SAFE_PART * Math.SQRT1_2 },
  apple: { ground: PAPER, part: SAFE_PART },
  share: { ground: PAPER, part: SHARE_PART },
}

/** Makes one of the pictures of a shop from its logo. */
export async function makeFromLogo(logo: Buffer, picture: ShopPicture): Promise<Buffer> {
  const { width, height } = SHOP_PICTURES[picture]
  const { ground, part } = LOGO_LAYOUTS[picture]
  const mark = await sharp(logo)
    .resize({
      width: Math.round(width * part),
      height: Math.round(height * part),
      fit: 'contain',
      background: TRANSPARENT,
    })
    .png()
    .toBuffer()
  return place(mark, picture, ground)
}

/** Makes one of the pictures of a shop from a letter, in the colours of the shop. */
export async function makeFromLetter(
  letter: string,
  picture: ShopPicture,
  colours: ColourSetName,
): Promise<Buffer> {
  const { accent } = COLOUR_SETS[colours].light
  const { height } = SHOP_PICTURES[picture]
  // These pictures have no transparent parts: the colour fills them. The others show a disc.
  const isFilled = picture === 'maskable' || picture === 'apple' || picture === 'share'
  const size = Math.round(picture === 'maskable' ? height * SAFE_PART : height)
  const mask = readFileSync(new URL(`letters/${letter}.png`, import.meta.url))
  const shape = await sharp(mask).resize(size, size).extractChannel(0).raw().toBuffer()
  const mark = await sharp({ create: { width: size, height: size, channels: 3, background: '#ffffff' } })
    .joinChannel(shape, { raw: { width: size, height: size, channels: 1 } })
    .png()
    .toBuffer()
  if (isFilled) return place(mark, picture, accent)
  const disc = await discOf(size, accent)
  return place(
    await sharp(disc)
      .composite([{ input: mark }])
      .png()
      .toBuffer(),
    picture,
    TRANSPARENT,
  )
}

/** A filled circle with a smooth edge. */
async function discOf(size: number, colour: string): Promise<Buffer> {
  const radius = size / 2
  const opacities = Buffer.alloc(size * size)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const distance = Math.hypot(x + 0.5 - radius, y + 0.5 - radius)
      opacities[y * size + x] = 255 * Math.min(1, Math.max(0, radius - distance))
    }
  }
  return sharp({ create: { width: size, height: size, channels: 3, background: colour } })
    .joinChannel(opacities, { raw: { width: size, height: size, channels: 1 } })
    .png()
    .toBuffer()
}

/** Puts the mark in the middle of the picture, and encodes it. */
async function place(mark: Buffer, picture: ShopPicture, ground: Layout['ground']): Promise<Buffer> {
  const { width, height, type } = SHOP_PICTURES[picture]
  const placed = sharp({ create: { width, height, channels: 4, background: ground } }).composite([
    { input: mark, gravity: 'centre' },
  ])
  return type === 'image/jpeg'
    ? placed.flatten({ background: PAPER }).jpeg({ quality: 85, mozjpeg: true }).toBuffer()
    : placed.png({ compressionLevel: 9 }).toBuffer()
}

export type ParsedShopPicture = {
  colours: ColourSetName
  picture: ShopPicture
  /** Null when the source names no letter. The caller knows whether it is a logo. */
  letter: string | null
}

/** Parses a path below `SHOP_PICTURES_BASE`, such as `leaf/icon/letter-a`. Null for unknown colours or an unknown picture. */
export function parseShopPicture(colours: string, picture: string, source: string): ParsedShopPicture | null {
  if (!Object.hasOwn(COLOUR_SETS, colours) || !Object.hasOwn(SHOP_PICTURES, picture)) return null
  return {
    colours: colours as ColourSetName,
    picture: picture as ShopPicture,
    letter: parseLetterMark(source),
  }
}
