/** The headers of every response. */
function securityHeaders({ https, camera = false }: { https: boolean; camera?: boolean | undefined }) {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `geolocation=(), camera=(${camera ? 'self' : ''}), microphone=(), payment=(self)`,
    'x-frame-options': 'DENY',
    // Turns off the XSS filter of old browsers, which attackers could misuse.
    'x-xss-protection': '0',
    ...(https && { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }),
  }
}

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** The policy of the service worker's script, which fetches the store's files and the icon of messages. */
export const WORKER_POLICY = `${DATA_POLICY}; connect-src 'self'; img-src 'self'`

/** The headers of a response that is no HTML page. Representations replace `cache-control`. */
export function dataHeaders(options: { https: boolean }) {
  return { ...securityHeaders(options), 'content-security-policy': DATA_POLICY, 'cache-control': 'no-store' }
}

export type PageHeadersOptions = {
  /** The SHA-256 hashes of the page's inline scripts, in base64. */
  scriptHashes: readonly string[]
  /** Other hosts than the store that pictures may come from. */
  imageHosts?: readonly string[]
  /** Other origins than the store that forms may be sent to: the page of a payment provider. */
  formOrigins?: readonly string[]
  /** The Trusted Types policies that may turn text into scripts or HTML. */
  trustedTypes?: readonly string[]
  /** Whether the page may ask for the camera. */
  camera?: boolean
  https: boolean
}

/** The headers of an HTML page. */
export function pageHeaders(options: PageHeadersOptions) {
  return { ...securityHeaders(options), 'content-security-policy': pagePolicy(options) }
}

/** The storefront's inline script creates both when a page starts. */
const STOREFRONT_TRUSTED_TYPES = ['late-script', 'default']

/** Allows the store's own files, and inline scripts with one of `scriptHashes`. */
function pagePolicy(options: PageHeadersOptions) {
  const { scriptHashes, imageHosts = [], formOrigins = [], https } = options
  const { trustedTypes = STOREFRONT_TRUSTED_TYPES } = options
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`)].join(' '),
    "style-src 'self'",
    // Scripts make blob: URLs of pictures that need an access token.
    ["img-src 'self' blob:", ...imageHosts.map((host) => `https://${host}`)].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    ["form-action 'self'", ...formOrigins].join(' '),
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    ['trusted-types', ...trustedTypes].join(' '),
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
