/**
 * Options of a query whose data must not change while the operator works with it. Otherwise React Query fetches again when
 * the tab gets the focus and when the device is online again.
 */
export const FETCH_ONCE = { refetchOnWindowFocus: false, refetchOnReconnect: false }
