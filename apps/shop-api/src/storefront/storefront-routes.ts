import { getStorefront, type Storefront } from '@nashta/contracts/storefront/storefront'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import { readRoute, type Route } from '@nashta/service-kit/http/routes'
import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import { type Representation, representLazily } from '@nashta/service-kit/responses/representation'
import type { ShelfStore } from '../catalogue/shelves/shelf-store.ts'

export type StorefrontDeps = Pick<ServiceOptions, 'https'> & { shelves: ShelfStore }

/** What the pages are made of. It is the same for everybody, and is made again after a change. */
export function storefrontRoutes({ shelves, https }: StorefrontDeps): Route[] {
  let cached: { version: string; response: Representation } | undefined

  async function read(): Promise<Storefront> {
    const index = await shelves.read()
    return {
      shelves: index.shelves.flatMap(({ isHidden, former, ...shelf }) =>
        isHidden === true ? [] : [{ ...shelf, ...(former && { former: [...former] }) }],
      ),
    }
  }

  async function represent(): Promise<Representation> {
    const data = await read()
    const version = shelves.version()
    if (cached?.version !== version) {
      const response = representLazily({
        content: JSON.stringify({ data }),
        contentType: 'application/json; charset=utf-8',
        headers: dataHeaders({ https }),
      })
      cached = { version, response }
    }
    return cached.response
  }

  return [readRoute(getStorefront, async () => ({ data: await read() }), { represent })]
}
