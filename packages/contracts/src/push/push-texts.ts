/** An account, or the link of an order, can have this many devices. A new device replaces the oldest. */
export const PUSH_DEVICES_MAX = 10

export const PUSH_SUBSCRIPTION_INVALID = 'This is no push subscription of a browser'
export const PUSH_SERVICE_UNKNOWN = 'The shop does not know the push service of this browser'
