import { readFileSync } from 'node:fs'
import { type Endpoint, SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { refuseOtherMethods } from '@nashta/service-kit/http/routes'
import { dataHeaders, pageHeaders } from '@nashta/service-kit/http/security-headers'
import { represent, sendRepresentation } from '@nashta/service-kit/responses/representation'
import type { FastifyInstance } from 'fastify'
import { toOpenApi } from './openapi.ts'
import { referencePage } from './reference-page.ts'

const STYLESHEET = readFileSync(new URL('reference.css', import.meta.url), 'utf8')

/** `/api/openapi.json` for programs, `/api/docs` for people. */
export function registerReference(
  app: FastifyInstance,
  endpoints: Readonly<Record<string, Endpoint>>,
  https: boolean,
) {
  const api = toOpenApi(endpoints)
  const files = {
    [`${SHOP_API_BASE}/openapi.json`]: represent({
      content: JSON.stringify(api),
      contentType: 'application/json; charset=utf-8',
      headers: dataHeaders({ https }),
    }),
    [`${SHOP_API_BASE}/docs`]: represent({
      content: referencePage(api, `${SHOP_API_BASE}/docs.css`),
      contentType: 'text/html; charset=utf-8',
      headers: pageHeaders({ scriptHashes: [], https }),
    }),
    [`${SHOP_API_BASE}/docs.css`]: represent({
      content: STYLESHEET,
      contentType: 'text/css; charset=utf-8',
      headers: dataHeaders({ https }),
    }),
  }
  for (const [url, file] of Object.entries(files)) {
    refuseOtherMethods(app, url, ['GET'])
    app.get(url, async (request, reply) => sendRepresentation(request, reply, await file))
  }
}
