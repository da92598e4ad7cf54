/** Requests for a server, and the status and length that every response must have. */
export type Load = {
  /**
   * Whole requests in ASCII, sent in this order, again and again. A request may contain
   * `UNIQUE_MARK` once. A number that was never sent before replaces the mark.
   */
  requests: string[]
  expected: { status: number; bodyLength?: number | undefined }
}

export type LoadRun = Load & {
  url: string
  connections: number
  /** A run sends requests for `seconds`, at most `count`. Then it waits for responses in flight. */
  seconds: number
  count: number
}

export type LoadResult = { responses: number; seconds: number }

export const UNIQUE_MARK = '{unique}'

/**
 * The number in the first request, which `compareWithBare` sends itself. The load generator counts
 * up from it. All numbers have seven digits, so that requests keep their length.
 */
export const FIRST_UNIQUE = 1_000_000

type RequestParts = { method?: string; path: string; headers?: Record<string, string>; body?: object }

/** The text of an HTTP request. It accepts what a browser accepts. */
export function requestText({ method = 'GET', path, headers = {}, body }: RequestParts): string {
  const content = body ? JSON.stringify(body) : ''
  const allHeaders = {
    Host: '127.0.0.1',
    Accept: '*/*',
    'Accept-Encoding': 'gzip, deflate, br, zstd',
    ...headers,
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(content)) }),
  }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`
}
