import * as contract from '@nashta/contracts/storefront/home'
import type { Home } from '@nashta/contracts/storefront/home-rules'
import type { Menus } from '@nashta/contracts/storefront/menu-rules'
import * as menuContract from '@nashta/contracts/storefront/menus'
import type { Shelf } from '@nashta/contracts/storefront/shelf-rules'
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
import type { InMemoryCatalogue } from '../catalogue/in-memory-catalogue.ts'
import { ownVersion, type SynonymStore } from '../catalogue/search-words/synonym-store.ts'
import { findProducts } from '../catalogue/search/find-products.ts'
import type { ShelfStore } from '../catalogue/shelves/shelf-store.ts'
import { type AuthorshipDeps, authorshipOf } from '../operator-log/logged-change.ts'
import { type HomeStore, homeVersion } from './home-store.ts'
import { type MenuStore, menusVersion } from './menu-store.ts'
import { homeOf, publish, type Publications, undo, unschedule } from './publications.ts'
import { dependsOnShelves, shownMenus } from './shown-menus.ts'

export type StorefrontDeps = Pick<ServiceOptions, 'https'> &
  AuthorshipDeps & { shelves: ShelfStore; synonyms: SynonymStore; home: HomeStore; menus: MenuStore }

/** What the pages are made of besides products, and how operators change the home page. */
export function storefrontRoutes(
  { shelves, synonyms, home, menus, https, ...deps }: StorefrontDeps,
  catalogue: InMemoryCatalogue,
): Route[] {
  let cached: { content: string; response: Representation } | undefined

  async function read(): Promise<Storefront> {
    const [index, words, published, entries] = await Promise.all([
      shelves.read(),
      synonyms.read(),
      home.read(),
      menus.read(),
    ])
    const wordsVersion = ownVersion(words)
    const shownShelves = index.shelves.filter(({ isHidden }) => isHidden !== true)
    const countOf = dependsOnShelves(entries) ? await createShelfCounter() : () => 0
    const shown = shownMenus(entries, shownShelves, countOf)
    return {
      shelves: shownShelves.map(toPublicShelf),
      ...(published.home && { home: toReply(published.home) }),
      ...(shown && { menus: menusToReply(shown) }),
      ...(wordsVersion !== undefined && { synonyms: wordsVersion }),
    }
  }

  /** Returns a function that counts the products that shoppers see on a shelf, by its name. */
  async function createShelfCounter() {
    const { table } = await catalogue.current()
    return (name: string) => findProducts(table, { category: name, limit: 1 }).total
  }

  async function represent(): Promise<Representation> {
    const content = JSON.stringify({ data: await read() })
    if (cached?.content !== content) {
      const response = representLazily({
        content,
        contentType: 'application/json; charset=utf-8',
        headers: dataHeaders({ https }),
      })
      cached = { content, response }
    }
    return cached.response
  }

  return [
    readRoute(getStorefront, async () => ({ data: await read() }), { represent }),
    route(menuContract.getMenus, async () => menusReplyWith(await menus.read())),
    route(menuContract.saveMenus, async ({ caller, body, request }) => {
      const seen = readIfMatch(request.headers['if-match'], CONTENT_ETAG, 'the menus')
      return menusReplyWith(await menus.save(body, await authorshipOf(deps, caller), seen))
    }),
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

function menusReplyWith(stored: Menus) {
  return { data: { menus: menusToReply(stored), version: menusVersion(stored) } }
}

/** The lists of stored menus are read-only. */
function menusToReply({ header, phone, footer }: Menus) {
  return {
    header: [...header],
    phone: [...phone],
    footer: footer.map(({ title, links }) => ({ title, links: [...links] })),
  }
}

/** Shoppers see no more of a shelf than this. */
function toPublicShelf({ slug, name, text, picture, former }: Shelf) {
  return { slug, name, text, picture, former: former && [...former] }
}

/** The lists of a stored page are read-only. */
function toReply({ announcement, slides, sections }: Home) {
  return { ...(announcement && { announcement }), slides: [...slides], sections: [...sections] }
}
