/**
 * Options of a query whose data must not change while the operator works with it. The query is
 * fetched when its component mounts, and then no more by itself. By default React Query also
 * fetches when the tab gets the focus and when the device is online again.
 */
export const FETCH_ONCE = { refetchOnWindowFocus: false, refetchOnReconnect: false }
