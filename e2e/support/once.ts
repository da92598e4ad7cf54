/** The tag of a rule that no screen shows differently: seen at one width, it is seen. */
export const ONCE = '@once'
