import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import type { MountedApp } from '@nashta/service-kit/http/dispatch'
import { refuseOtherMethods } from '@nashta/service-kit/http/routes'
import { pageHeaders } from '@nashta/service-kit/http/security-headers'
import { type ReleaseFiles, serveReleaseFiles } from '@nashta/service-kit/releases/release-files'
import { represent, sendRepresentation } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'

export const DESK_BASE = '/desk'

const CLIENT = fileURLToPath(new URL('../build/client/', import.meta.url))
/** Matches the inline scripts that the build writes into the document. Their text has no `<`. */
const INLINE_SCRIPT = /<script[^<>]*>([^<]+)<\/script>/g

type DeskDeps = ServiceOptions & {
  /** Other hosts that pictures may come from. */
  imageHosts: readonly string[]
  /** Without it, only the files of this release are there. */
  releaseFiles?: ReleaseFiles
}

/** The type of `createApp`, which serves a build, and of `createDevApp`, which serves the sources. */
export type CreateDeskApp = (deps: DeskDeps) => Promise<MountedApp>

/** Serves one document at every path below `/desk`. Its scripts show the screen of the path. */
export const createApp: CreateDeskApp = async ({ imageHosts, releaseFiles, ...options }) => {
  const app = createService(options)
  const content = readFileSync(`${CLIENT}index.html`, 'utf8')
  const scriptHashes = Array.from(content.matchAll(INLINE_SCRIPT), ([, script = '']) =>
    hash('sha256', script, 'base64'),
  )
  const page = await represent({
    content,
    contentType: 'text/html; charset=utf-8',
    headers: pageHeaders({ scriptHashes, imageHosts, https: options.https }),
  })

  await app.register(fastifyStatic, {
    root: `${CLIENT}assets`,
    prefix: `${DESK_BASE}/assets/`,
    // Adds one route for each file. The wildcard route below is for missing files.
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  const base = `${DESK_BASE}/assets/`
  if (releaseFiles) serveReleaseFiles(app, { folder: `${CLIENT}assets`, base, releaseFiles })
  else {
    app.get(`${base}*`, () => {
      throw new ServiceError('ROUTE_NOT_FOUND', 'There is nothing at this address')
    })
  }
  for (const url of [DESK_BASE, `${DESK_BASE}/*`]) refuseOtherMethods(app, url, ['GET'])
  // React Router has the basename `/desk/` and recognises only paths with that slash.
  app.get(DESK_BASE, (request, reply) =>
    reply.redirect(`${DESK_BASE}/${request.url.slice(DESK_BASE.length)}`, 301),
  )
  app.get(`${DESK_BASE}/*`, async (request, reply) => sendRepresentation(request, reply, page))
  return { app }
}
