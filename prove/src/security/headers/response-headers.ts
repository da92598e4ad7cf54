import { expectFigures, type Proof } from '../../proof.ts'
import { openRawConnection, requestBytes, type RawConnection, type RawResponse } from '../raw-connection.ts'
import { faultsOf, readHeader } from './header-faults.ts'
import { sampleRequests, type SampleRequest } from './sample-requests.ts'

export const responseHeaders: Proof = {
  id: 'S8',
  test: 'The headers of every kind of response, over http and behind https',
  sizes: { quick: 1, short: 5, nightly: 50 },
  unit: 'rounds',
  async run(context, size) {
    const faults: string[] = []
    let checked = 0
    for (const isHttps of [false, true]) {
      const { url } = await context.startStore(isHttps ? { PUBLIC_URL: 'https://snacks.example' } : {})
      const connection = openRawConnection(url)
      const samples = sampleRequests({ picturePath: await readPicturePath(url), hasPublicUrl: isHttps })
      for (let round = 0; round < size; round += 1) {
        for (const sample of samples) {
          const response = await exchange(connection, sample)
          checked += 1
          faults.push(...faultsOf(sample, response, isHttps))
          const revalidated = response && (await revalidate(connection, sample, response))
          if (!revalidated) continue
          checked += 1
          faults.push(...faultsOf({ ...sample, status: 304 }, revalidated, isHttps))
        }
      }
      connection.close()
    }
    expectFigures({ 'headers that are wrong': [[...new Set(faults)].slice(0, 8).join('; '), ''] })
    return `${checked} responses to ${sampleRequests({ picturePath: '', hasPublicUrl: false }).length} different requests, 304 among them: the exact headers on each, every inline script with its hash, nothing unsafe`
  },
  mutations: [
    {
      what: 'browsers guess content types',
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
      what: 'an invalid request gets a response without security headers',
      file: 'packages/service-kit/src/http/serve.ts',
      from: '...dataHeaders({ https }),',
      to: '',
    },
    {
      what: 'cached responses have no security headers',
      file: 'packages/service-kit/src/responses/representation.ts',
      from: 'const notModified = { ...headers, ...caching,',
      to: 'const notModified = { ...(cacheControl === null ? headers : {}), ...caching,',
    },
  ],
}

function exchange(connection: RawConnection, { request }: SampleRequest) {
  return connection.exchange(typeof request === 'string' ? request : requestBytes(request))
}

/** Repeats the request with the response's ETag. Returns null if there is nothing to revalidate. */
function revalidate(connection: RawConnection, { request }: SampleRequest, { status, headers }: RawResponse) {
  const etag = readHeader(headers, 'etag')
  if (typeof request === 'string' || request.method !== 'GET' || status !== 200 || !etag) return null
  return connection.exchange(
    requestBytes({ ...request, headers: { ...request.headers, 'if-none-match': etag } }),
  )
}

/** Returns the path of some product's picture. */
async function readPicturePath(url: string) {
  const response = await fetch(`${url}/api/products`)
  const { data } = (await response.json()) as { data: { imageUrl: string }[] }
  return data[0]?.imageUrl ?? ''
}
