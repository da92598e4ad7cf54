import { FAVOURITES_MAX } from '@nashta/contracts/favourites/favourite-rules'

export const FAVOURITES_FULL = `You have ${FAVOURITES_MAX} favourites. Please take one out first.`

/** The button is pressed or not, so its name stays. */
export function favouriteLabel(name: string) {
  return `Favourite: ${name}`
}

export const LOADING_FAVOURITES = 'Loading your favourites...'
