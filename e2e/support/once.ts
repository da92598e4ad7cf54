/** The tag of journeys that are the same at every width. The project `phone` leaves them out. */
export const ONCE = '@once'
