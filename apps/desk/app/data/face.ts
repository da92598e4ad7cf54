import type { ColourSetName } from '@nashta/contracts/shop/colour-sets'

/**
 * How the shop looks, as the server wrote it into the document (server/create-app.ts), so that the
 * first picture of the desk has the name and the colours. Empty where no server has: in the build, in
 * development and in tests.
 */
const { shop = '', colours, icon } = typeof document === 'undefined' ? {} : document.documentElement.dataset

export const FACE = { shopName: shop, colours, icon }

export const DESK_NAME = shop === '' ? 'Desk' : `${shop} desk`

/** Shows the desk in other colours, which have just been saved. */
export function showColours(name: ColourSetName) {
  document.documentElement.dataset['colours'] = name
}
