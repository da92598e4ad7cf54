/** The most favourites of a shopper, and of a guest's browser. */
export const FAVOURITES_MAX = 200

export type FavouriteChange = { productId: string; isFavourite: boolean }

/**
 * The favourites after some changes, newest first. A favourite that is added again keeps its place.
 * What does not fit any more is left out.
 */
export function changedFavourites(
  favourites: readonly string[],
  changes: readonly FavouriteChange[],
): readonly string[] {
  return changes.reduce(changedFavourite, favourites)
}

function changedFavourite(favourites: readonly string[], { productId, isFavourite }: FavouriteChange) {
  if (favourites.includes(productId) === isFavourite) return favourites
  if (!isFavourite) return favourites.filter((id) => id !== productId)
  return favourites.length < FAVOURITES_MAX ? [productId, ...favourites] : favourites
}
