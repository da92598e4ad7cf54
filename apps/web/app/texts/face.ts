import { COLOUR_SETS, coloursOf } from '@nashta/contracts/shop/colour-sets'
import { FIRST_TAGLINE, hasFirstName, shopPicturePath, taglineOf } from '@nashta/contracts/shop/face'
import type { Shop } from '@nashta/contracts/shop/shop'

/** About how many letters fit on the ring of the stamp. */
const STAMP_LETTERS = 28

/** How the shop looks on every page. The root route loads it, so that browsers need no code for it. */
export type Face = ReturnType<typeof faceOf>

export function faceOf(shop: Shop) {
  const { tradeName: name } = shop
  const isFirst = hasFirstName(shop)
  const tagline = taglineOf(shop)
  const hasFirstTagline = tagline === FIRST_TAGLINE
  const colours = coloursOf(shop)
  return {
    name,
    /** Whether the texts about the word Nashta fit. */
    isFirst,
    colours,
    themeColour: COLOUR_SETS[colours].light.accent,
    icon: shopPicturePath(shop, 'icon'),
    apple: shopPicturePath(shop, 'apple'),
    share: shopPicturePath(shop, 'share'),
    title: tagline === '' ? name : `${name}: ${hasFirstTagline ? tagline.toLowerCase() : tagline}`,
    /** What the shop sells. */
    description: hasFirstTagline
      ? 'Iced donuts, masala chips, truffles, roasted nuts and laddoos, priced in rupees.'
      : `${tagline === '' ? `The snacks of ${name}` : tagline.replace(/\.$/, '')}, priced in rupees.`,
    about: hasFirstTagline ? `${tagline}, all priced in rupees.` : tagline,
    shareText: shareTextOf(name, tagline, hasFirstTagline),
    stamp: isFirst ? 'NASHTA · HINDI FOR A SNACK ·' : stampOf(name.toUpperCase()),
  }
}

function shareTextOf(name: string, tagline: string, hasFirstTagline: boolean) {
  if (hasFirstTagline) return `Donuts, chips, chocolates and laddoos, all in one place: ${name}.`
  return tagline === '' ? name : `${tagline.replace(/\.$/, '')}: ${name}`
}

/** The name as often as it fits on the ring. Empty for a name that is too long. */
function stampOf(name: string) {
  const turn = `${name} · `
  return turn.repeat(Math.floor(STAMP_LETTERS / turn.length)).trim()
}
