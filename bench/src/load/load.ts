/** Requests for a server, and what every response must look like. */
export type Load = {
  /** Whole requests in ASCII, sent in this order again and again. `UNIQUE_MARK` becomes a number never sent before. */
  requests: string[]
  expected: { status: number; bodyLength?: number | undefined }
}

export type LoadRun = Load & {
  url: string
  connections: number
  /** The run ends after `seconds` or `count` requests, and waits for the responses in flight. */
  seconds: number
  count: number
}

export type LoadResult = { responses: number; seconds: number }

export const UNIQUE_MARK = '{unique}'

/**
 * The number of the single request that `compareWithBare` sends first. The generator counts up from it. All numbers have
 * seven digits, so that requests keep their length.
 */
export const FIRST_UNIQUE = 1_000_000

type RequestParts = { method?: string; path: string; headers?: Record<string, string>; body?: object }

/** The text of an HTTP request with the headers that a browser sends. */
export function requestText({ method = 'GET', path, headers = {}, body }: RequestParts): string {
  const content = body ? JSON.stringify(body) : ''
  const all = {
    Host: '127.0.0.1',
    Accept: '*/*',
    'Accept-Encoding': 'gzip, deflate, br, zstd',
    ...headers,
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(content)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`
}
