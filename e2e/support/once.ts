/** The tag of journeys that are the same at every width, so one project runs them. */
export const ONCE = '@once'
