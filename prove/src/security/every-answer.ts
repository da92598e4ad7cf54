import { createServer } from 'node:net'
import { expectFigures } from '../expect-figures.ts'
import type { Proof } from '../proof.ts'
import { allAsked, type Asked } from './asked.ts'
import { faultsOf, valueOf } from './header-faults.ts'
import { openWire, requestBytes, type Wire, type WireAnswer } from './wire.ts'

export const everyAnswer: Proof = {
  id: 'S8',
  test: 'The headers of every kind of answer, over http and behind https',
  sizes: { quick: 1, short: 5, nightly: 50 },
  unit: 'rounds',
  async run(scene, size) {
    const faults: string[] = []
    let looked = 0
    for (const settings of [{}, { PUBLIC_URL: 'https://snacks.example' }]) {
      const isHttps = 'PUBLIC_URL' in settings
      const port = await freePort()
      await scene.startStore({ ...settings, PORT: String(port) })
      const url = `http://127.0.0.1:${port}`
      const wire = openWire(url)
      const asking = allAsked(await pictureAt(url))
      for (let round = 0; round < size; round += 1) {
        for (const asked of asking) {
          const answer = await exchange(wire, asked)
          looked += 1
          faults.push(...faultsOf(asked, answer, isHttps))
          const known = answer && (await askedAgain(wire, asked, answer))
          if (!known) continue
          looked += 1
          faults.push(...faultsOf({ ...asked, status: 304 }, known, isHttps))
        }
      }
      wire.close()
    }
    expectFigures({ 'headers that are wrong': [[...new Set(faults)].slice(0, 8).join('; '), ''] })
    return `${looked} answers of ${allAsked('').length} kinds, 304 among them: the exact headers on each, every inline script by its hash, nothing unsafe`
  },
  mutations: [
    {
      what: 'types are guessed by the browser',
      file: 'packages/service-kit/src/http/security-headers.ts',
      from: "'x-content-type-options': 'nosniff',",
      to: '',
    },
    {
      what: 'inline styles are allowed',
      file: 'packages/service-kit/src/http/security-headers.ts',
      from: '"style-src \'self\'"',
      to: "\"style-src 'self' 'unsafe-inline'\"",
    },
    {
      what: 'what is no request is answered without headers',
      file: 'packages/service-kit/src/http/serve.ts',
      from: '...dataHeaders({ https }),',
      to: '',
    },
    {
      what: 'precomputed responses have none of them',
      file: 'packages/service-kit/src/responses/representation.ts',
      from: 'const notModified = { ...headers, ...caching,',
      to: 'const notModified: Record<string, string> = { ...(status === 404 ? headers : {}), ...caching,',
    },
  ],
}

function exchange(wire: Wire, { request }: Asked) {
  return wire.exchange(typeof request === 'string' ? request : requestBytes(request))
}

/** The same once more by who has it already. */
function askedAgain(wire: Wire, { request }: Asked, { status, headers }: WireAnswer) {
  const etag = valueOf(headers, 'etag')
  if (typeof request === 'string' || request.method !== 'GET' || status !== 200 || !etag) return null
  return wire.exchange(requestBytes({ ...request, headers: { ...request.headers, 'if-none-match': etag } }))
}

async function pictureAt(url: string) {
  const answer = await fetch(`${url}/api/products`)
  const { data } = (await answer.json()) as { data: { imageUrl: string }[] }
  return data[0]?.imageUrl ?? ''
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
