import type { Random } from '../random.ts'

const NESTING_DEPTH = 10_000

const HOSTILE_VALUES: unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER + 2,
  2 ** 53,
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff\ud800y',
  '\u202e\u2066',
  'NaN',
  "'; DROP TABLE orders; --",
  '${7*7}{{7*7}}',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  'A'.repeat(5000),
  '0'.repeat(400),
  '\u{1f369}'.repeat(300),
  [],
  {},
  [[]],
  { toString: 'x', valueOf: 1, length: -1 },
  { constructor: { prototype: { isAdmin: true } } },
]

/** Whole bodies: invalid JSON, and JSON that a careless parser mishandles. */
const HOSTILE_BODIES = [
  '',
  '{',
  '[',
  '{"a":}',
  'nul',
  "{'a':1}",
  '{"__proto__":{"isAdmin":true}}',
  '{"a":1,"__proto__":null,"a":2}',
  '{"constructor":{"prototype":{"x":1}}}',
  '1e999',
  '-',
  '"\\ud800"',
  '"unfinished',
  '\ufeff{}',
  '{"a":"\u0000"}',
  `${'['.repeat(NESTING_DEPTH)}${']'.repeat(NESTING_DEPTH)}`,
  '{"a":'.repeat(NESTING_DEPTH) + '1' + '}'.repeat(NESTING_DEPTH),
  `{"quantity":${'9'.repeat(400)}}`,
]

/** Replaces random values of the body and returns its JSON, sometimes as invalid JSON. */
export function corruptJson(body: unknown, random: Random): string {
  if (random.chance(0.08)) return random.oneOf(HOSTILE_BODIES)
  const text = JSON.stringify(corrupt(body, random)) ?? 'null'
  if (random.chance(0.03)) return text.slice(0, random.below(text.length))
  if (random.chance(0.03)) return text.replace('{', '{"__proto__":{"polluted":1},')
  // A duplicate property name.
  if (random.chance(0.03)) return text.replace(/^\{("[^"]+":)/, '{$1"twice",$1')
  return text
}

/** Replaces some values by hostile ones, and leaves some properties out. */
function corrupt(value: unknown, random: Random): unknown {
  if (random.chance(0.12)) return random.oneOf(HOSTILE_VALUES)
  if (Array.isArray(value)) return value.map((item) => corrupt(item, random))
  if (typeof value !== 'object' || value === null) return value
  const remaining = Object.entries(value).filter(() => !random.chance(0.04))
  return Object.fromEntries(remaining.map(([name, item]) => [name, corrupt(item, random)]))
}

const HOSTILE_URL_PARTS = [
  '%',
  '%zz',
  '%c0%ae',
  '%00',
  '%ff%fe',
  '%ed%a0%80',
  '..%2f..%2f',
  'a'.repeat(300),
  '%2e%2e',
  '__proto__',
  'constructor',
  "'%20OR%201=1",
  '%F0%9F%8D%A9',
  '0',
  '-1',
  '1e5',
  '%3Cscript%3E',
  '[]',
  '*',
]

/** Returns a hostile path segment or query value. */
export function hostileUrlPart(random: Random): string {
  return random.oneOf(HOSTILE_URL_PARTS)
}

const HOSTILE_HEADERS: [name: string, value: string][] = [
  ['content-type', 'text/plain'],
  ['content-type', 'application/xml'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', ';;;'],
  ['content-encoding', 'gzip'],
  ['accept', '\u00ff\u00fe'],
  ['accept-encoding', 'br;q=zz, *;q=-1, ,,,'],
  ['cookie', 'nashta-refresh=%%%; =; a; __proto__=1'],
  ['cookie', `nashta-refresh=${'x'.repeat(6000)}`],
  ['idempotency-key', '\u00e9'.repeat(50)],
  ['idempotency-key', 'k'.repeat(5000)],
  ['if-match', '"999999999999999"'],
  ['if-match', 'W/"x", *'],
  ['if-none-match', '*, "", W/'],
  ['if-modified-since', 'yesterday'],
  ['range', 'bytes=9-1,-'],
  ['authorization', 'Bearer'],
  ['authorization', 'Bearer a.b.c'],
  ['authorization', `Bearer ${'e'.repeat(7000)}`],
  ['authorization', 'Basic Og=='],
  ['x-forwarded-for', '::1, 999.1.1.1, \u00ff'],
  ['origin', 'null'],
  ['sec-fetch-site', 'cross-site'],
  ['expect', '100-whatever'],
  ['host', ''],
  ['upgrade', 'websocket'],
  ['x-amz-target', 'AWSCognitoIdentityProviderService.'],
]

export function hostileHeader(random: Random) {
  return random.oneOf(HOSTILE_HEADERS)
}
