/** The tag of journeys that are the same at every width. Only the project `desktop` runs them. */
export const ONCE = '@once'
