/** Stands in where there is no user, so that the work is the same: no user has it. */
export const NOBODY = 'nobody'
