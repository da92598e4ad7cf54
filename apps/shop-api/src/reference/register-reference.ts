import { readFileSync } from 'node:fs'
import { type Endpoint, SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import type { Shop } from '@nashta/contracts/shop/shop'
import { refuseOtherMethods } from '@nashta/service-kit/http/other-methods'
import { dataHeaders, pageHeaders } from '@nashta/service-kit/http/security-headers'
import { represent, sendRepresentation } from '@nashta/service-kit/responses/representation'
import type { FastifyInstance } from 'fastify'
import type { ShopStore } from '../shop/shop-store.ts'
import { type OpenApi, toOpenApi } from './openapi.ts'
import { referencePage } from './reference-page.ts'

const STYLESHEET = readFileSync(new URL('reference.css', import.meta.url), 'utf8')

const URLS = {
  document: `${SHOP_API_BASE}/openapi.json`,
  page: `${SHOP_API_BASE}/docs`,
  stylesheet: `${SHOP_API_BASE}/docs.css`,
} as const

type Representations = ReturnType<typeof representReference>

export type ReferenceDeps = { shop: ShopStore; https: boolean }

/** Serves the API reference: `/api/openapi.json` for programs, and `/api/docs` for people. */
export function registerReference(
  app: FastifyInstance,
  endpoints: Readonly<Record<string, Endpoint>>,
  { shop, https }: ReferenceDeps,
) {
  let cached: { record: Shop; representations: Representations } | undefined

  for (const url of Object.values(URLS)) {
    refuseOtherMethods(app, url, ['GET'])
    app.get(url, async (request, reply) => {
      const record = await shop.read()
      // `read` returns a new object when the record has changed.
      if (cached?.record !== record)
        cached = { record, representations: representReference(toOpenApi(endpoints, record), https) }
      return sendRepresentation(request, reply, await cached.representations[url])
    })
  }
}

function representReference(api: OpenApi, https: boolean) {
  return {
    [URLS.document]: represent({
      content: JSON.stringify(api),
      contentType: 'application/json; charset=utf-8',
      headers: dataHeaders({ https }),
    }),
    [URLS.page]: represent({
      content: referencePage(api, URLS.stylesheet),
      contentType: 'text/html; charset=utf-8',
      headers: pageHeaders({ scriptHashes: [], https }),
    }),
    [URLS.stylesheet]: represent({
      content: STYLESHEET,
      contentType: 'text/css; charset=utf-8',
      headers: dataHeaders({ https }),
    }),
  }
}
