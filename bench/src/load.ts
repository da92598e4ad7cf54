/** What is sent to a server, and what every answer must look like. */
export type Load = {
  /** Whole requests, sent in turn. `UNIQUE_MARK` in one becomes a number that was never sent before. */
  requests: string[]
  expected: { status: number; bodyLength?: number | undefined }
}

export type LoadRun = Load & {
  url: string
  connections: number
  /** Whichever comes first ends the run; what was asked by then is still awaited. */
  seconds: number
  count: number
}

export type LoadResult = { answered: number; seconds: number }

export const UNIQUE_MARK = '{unique}'

/** Seven digits each, so that requests keep their length. The generator counts on from the first. */
export const FIRST_UNIQUE = 1_000_000

type RequestParts = { method?: string; path: string; headers?: Record<string, string>; body?: object }

/** A request as a browser on this machine would send it, down to the encodings it takes. */
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
