import * as contract from '@nashta/contracts/storefront/home'
import type { Home } from '@nashta/contracts/storefront/home-rules'
import { getStorefront, type Storefront } from '@nashta/contracts/storefront/storefront'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import { readIfMatch, readRoute, type Route, route } from '@nashta/service-kit/http/routes'
import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import {
  CONTENT_ETAG,
  type Representation,
  representLazily,
} from '@nashta/service-kit/responses/representation'
import type { FastifyRequest } from 'fastify'
import type { ShelfStore } from '../catalogue/shelves/shelf-store.ts'
import { type AuthorshipDeps, authorshipOf } from '../operator-log/logged-change.ts'
import { type HomeStore, homeVersion } from './home-store.ts'
import { homeOf, publish, type Publications, undo, unschedule } from './publications.ts'

export type StorefrontDeps = Pick<ServiceOptions, 'https'> &
  AuthorshipDeps & { shelves: ShelfStore; home: HomeStore }

/** What the pages are made of besides products, and how operators change the home page. */
export function storefrontRoutes({ shelves, home, https, ...deps }: StorefrontDeps): Route[] {
  let cached: { version: string; response: Representation } | undefined

  async function read(): Promise<Storefront> {
    const [index, published] = await Promise.all([shelves.read(), home.read()])
    return {
      shelves: index.shelves.flatMap(({ isHidden, former, ...shelf }) =>
        isHidden === true ? [] : [{ ...shelf, ...(former && { former: [...former] }) }],
      ),
      ...(published.home && { home: toReply(published.home) }),
    }
  }

  async function represent(): Promise<Representation> {
    const data = await read()
    const version = `${shelves.version()} ${home.version()}`
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

  return [
    readRoute(getStorefront, async () => ({ data: await read() }), { represent }),
    route(contract.getHome, async () => replyWith(await home.read())),
    route(contract.publishHome, async ({ caller, body, request }) => {
      const { home: page, at } = body
      return replyWith(
        await home.change(
          (before, now) => publish(before, { home: page, at }, now),
          await authorshipOf(deps, caller),
          seenIn(request),
        ),
      )
    }),
    route(contract.undoHome, async ({ caller, request }) =>
      replyWith(await home.change(undo, await authorshipOf(deps, caller), seenIn(request))),
    ),
    route(contract.unscheduleHome, async ({ caller, request }) =>
      replyWith(await home.change(unschedule, await authorshipOf(deps, caller), seenIn(request))),
    ),
  ]
}

function seenIn(request: FastifyRequest) {
  return readIfMatch(request.headers['if-match'], CONTENT_ETAG, 'the home page')
}

function replyWith(publications: Publications) {
  const { at, scheduled, former } = publications
  return {
    data: {
      home: toReply(homeOf(publications)),
      publishedAt: at,
      scheduled: scheduled && { home: toReply(scheduled.home), at: scheduled.at },
      former: former.map((each) => each.at),
      version: homeVersion(publications),
    },
  }
}

/** The lists of a stored page are read-only. */
function toReply({ announcement, slides, sections }: Home) {
  return { ...(announcement && { announcement }), slides: [...slides], sections: [...sections] }
}
