import { Agent, request } from 'node:http'
import type { ProofContext } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'
import { createRandom, type Random } from './random.ts'

const AT_ONCE = 8
const REDIRECTS_MAX = 2
/**
 * Response times are measured in runs of this size and larger. Smaller runs check counts only,
 * because a busy machine distorts times.
 */
const TIMED_SIZE_MIN = 10_000
const ROUNDS = 100
/** This many requests are sent together with each measured one. */
const BATCH_SIZE = 20
const SEED = 19

const PAGES = [
  '/',
  '/signin',
  '/about',
  '/collections/allproducts',
  '/collections/best-sellers',
  '/product/donut-strawberry-sprinkle',
  '/product/chocolate-dark-70',
]
const PRODUCT_PAGES = PAGES.filter((page) => page.startsWith('/product/')).length

export const pageSpellings: Proof = {
  id: 'S19',
  test: 'One visitor requests pages in random spellings of their addresses',
  sizes: { quick: 1_000, short: 10_000, nightly: 100_000 },
  unit: 'spellings',
  async run(context, size) {
    // The debug log has a line for each page cache miss. These lines are counted as renders.
    const store = await context.startStore({ DEBUG_MODE: 'true', DATA_DIR: context.freshFolder() })
    const random = createRandom(SEED)
    const visit = createVisit(context, store.url)
    const wrong = new Set<string>()
    let redirects = 0
    // Concurrent requests for one page share a render but count as two misses. So each page is
    // first requested alone.
    for (const page of PAGES) {
      await visit(page)
      // React Router reads the data of a page at its path with `.data`.
      await visit(page === '/' ? '/_.data' : `${page}.data`)
    }
    await runConcurrently(size, AT_ONCE, async () => {
      const spelling = makeSpelling(random)
      const { redirects: followed, fault } = await followRedirects(visit, spelling)
      redirects += followed
      if (fault !== '') wrong.add(`${spelling}: ${fault}`)
    })
    // The log is complete once the store has ended.
    store.child.kill('SIGTERM')
    const renders = countRenders((await store.ended).stderr ?? '')
    // A page and its data are rendered once each. All product pages have one route.
    const repeated = [...renders].filter(
      ([route, count]) => count > (route === '/product/:id' ? 2 * PRODUCT_PAGES : 2),
    )
    const slowdown = size < TIMED_SIZE_MIN ? null : await measureSlowdown(context, random)
    expectFigures({
      'spellings with a wrong response': [[...wrong].slice(0, 3).join('; '), ''],
      'pages that were rendered again': [repeated.map((entry) => entry.join(' ')).join(', '), ''],
      'pages that were rendered at all': [renders.size > 0, true],
      'the median of other requests at least doubled': [slowdown !== null && slowdown >= 2, false],
    })
    const total = renders.values().reduce((sum, count) => sum + count, 0)
    const others =
      slowdown === null ? '' : `; the median of other visitors was ${slowdown.toFixed(2)} times the usual one`
    return `${size} spellings of ${PAGES.length} pages and of paths without a page, ${redirects} redirects: ${total} renders, at most one for each page and its data${others}`
  },
  mutations: [
    {
      what: 'every spelling of an address is rendered as its own page',
      file: 'apps/web/server/create-app.ts',
      from: 'if (page.path !== path) return',
      to: 'if (page.path === null) return',
    },
    {
      what: 'a page with unknown query parameters is cached as another page',
      file: 'apps/web/server/page-address.ts',
      from: 'for (const name of names) {',
      to: 'for (const name of requested.keys()) {',
    },
  ],
}

type Visit = (path: string) => Promise<{ status: number; location: string | undefined }>

/** The returned function sends paths exactly as they are. `fetch` would resolve dot segments. */
function createVisit(context: ProofContext, url: string): Visit {
  const { hostname, port } = new URL(url)
  // The measured request needs a connection too.
  const agent = new Agent({ keepAlive: true, maxSockets: BATCH_SIZE + 1 })
  context.atEnd(() => agent.destroy())
  return (path) =>
    new Promise((resolve, reject) => {
      request({ agent, hostname, port, path }, (response) => {
        response.resume()
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, location: response.headers.location }),
        )
      })
        .once('error', reject)
        .end()
    })
}

async function followRedirects(visit: Visit, spelling: string) {
  let path = spelling
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const { status, location } = await visit(path)
    if (status !== 301) {
      const fault = status === 200 || status === 404 ? '' : `status ${status}`
      return { redirects, fault }
    }
    // `//host` would lead to another site.
    if (!location || !/^\/(?!\/)/.test(location)) return { redirects, fault: `redirected to ${location}` }
    path = location
  }
  return { redirects: REDIRECTS_MAX, fault: 'redirected again and again' }
}

/** Returns a random spelling of a page's address; now and then an address without a page. */
function makeSpelling(random: Random) {
  const page = random.oneOf(PAGES)
  const segments = page.split('/').filter(Boolean)
  const isProduct = page.startsWith('/product/')
  let path = ''
  for (const [index, segment] of segments.entries()) {
    if (random.chance(0.3)) path += `/x${randomWord(random)}/..`
    if (random.chance(0.2)) path += '/.'
    path += random.chance(0.3) ? '//' : '/'
    // Product ids are case-sensitive.
    const mayBeUpperCase = !(isProduct && index === 1)
    for (const letter of segment) {
      if (random.chance(0.15)) path += percentEncode(letter, random)
      else path += mayBeUpperCase && random.chance(0.15) ? letter.toUpperCase() : letter
    }
  }
  path ||= '/'
  if (random.chance(0.1)) path = `/${randomWord(random)}${path}`
  if (random.chance(0.2)) path += '/'
  else if (random.chance(0.1) && path !== '/') path += '.data'
  if (!random.chance(0.5)) return path
  // `%` and a random word are often an invalid escape sequence.
  return `${path}?${randomWord(random)}=${randomWord(random)}&utm_source=%${randomWord(random)}`
}

/** Encodes `s` as `%73`, and `z` as `%7a` or `%7A`. */
function percentEncode(letter: string, random: Random) {
  const code = letter.charCodeAt(0).toString(16)
  return `%${random.chance(0.5) ? code.toUpperCase() : code}`
}

function randomWord(random: Random) {
  return random.below(36 ** 6).toString(36)
}

/** Counts the renders of each route pattern. */
function countRenders(log: string) {
  const renders = new Map<string, number>()
  for (const line of log.split('\n')) {
    if (!line.includes('"page cache miss"')) continue
    const { route }: { route: string } = JSON.parse(line)
    renders.set(route, (renders.get(route) ?? 0) + 1)
  }
  return renders
}

/**
 * Returns the median response time of another visitor during batches of spellings, divided by the
 * median during batches of ordinary requests.
 */
async function measureSlowdown(context: ProofContext, random: Random) {
  const { url } = await context.startStore({ DATA_DIR: context.freshFolder() })
  const visit = createVisit(context, url)
  const times: Record<'usual' | 'attacked', number[]> = { usual: [], attacked: [] }
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const kind = round % 2 === 0 ? 'usual' : 'attacked'
    const batch = Array.from({ length: BATCH_SIZE }, () =>
      visit(kind === 'usual' ? random.oneOf(PAGES) : makeSpelling(random)),
    )
    const started = performance.now()
    await visit('/')
    times[kind].push(performance.now() - started)
    await Promise.all(batch)
  }
  return medianOf(times.attacked) / medianOf(times.usual)
}

function medianOf(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
