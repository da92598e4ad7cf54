/** The push services of the browsers. A browser cannot choose another one. */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
]

/** Returns the push service that an endpoint is at; null for an endpoint that no browser has. */
export type FindPushService = (endpoint: URL) => string | null

/**
 * The store posts to endpoints that visitors send. Only HTTPS at a known host and the usual port is
 * allowed, so that a visitor cannot make the store call an address of its own network.
 */
export const findPushService: FindPushService = ({ protocol, hostname, port, username, password }) => {
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return null
  return PUSH_SERVICES.find((host) => hostname === host || hostname.endsWith(`.${host}`)) ?? null
}
