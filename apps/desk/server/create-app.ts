import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { coloursOf } from '@nashta/contracts/shop/colour-sets'
import { shopPicturePath } from '@nashta/contracts/shop/face'
import type { Shop } from '@nashta/contracts/shop/shop'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import type { MountedApp } from '@nashta/service-kit/http/dispatch'
import { refuseOtherMethods } from '@nashta/service-kit/http/other-methods'
import { pageHeaders } from '@nashta/service-kit/http/security-headers'
import { type ReleaseFiles, serveReleaseFiles } from '@nashta/service-kit/releases/release-files'
import {
  type Representation,
  represent,
  sendRepresentation,
} from '@nashta/service-kit/responses/representation'
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
  /** The shop's record. */
  readShop: () => Promise<Shop>
}

/** The type of `createApp`, which serves a build, and of `createDevApp`, which serves the sources. */
export type CreateDeskApp = (deps: DeskDeps) => Promise<MountedApp>

/** Serves one document at every path below `/desk`. Its scripts show the screen of the path. */
export const createApp: CreateDeskApp = async ({ imageHosts, releaseFiles, readShop, ...options }) => {
  const app = createService(options)
  const built = readFileSync(`${CLIENT}index.html`, 'utf8')
  const scriptHashes = Array.from(built.matchAll(INLINE_SCRIPT), ([, script = '']) =>
    hash('sha256', script, 'base64'),
  )
  let cached: { shop: Shop | null; page: Promise<Representation> } | undefined

  function representPage(shop: Shop | null): Promise<Representation> {
    if (cached?.shop !== shop || !cached) {
      const page = represent({
        content: shop ? withFace(built, shop) : built,
        contentType: 'text/html; charset=utf-8',
        headers: pageHeaders({
          scriptHashes,
          imageHosts,
          // `mail-frame.tsx` creates the first, `entry.client.tsx` the second.
          trustedTypes: ['mail-preview', 'default'],
          // `scan-dialog.tsx` reads barcodes.
          camera: true,
          https: options.https,
        }),
      })
      cached = { shop, page }
    }
    return cached.page
  }
  await representPage(null)

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
  app.get(`${DESK_BASE}/*`, async (request, reply) => {
    // The desk works without the record, under no name.
    const shop = await readShop().catch(() => null)
    return sendRepresentation(request, reply, await representPage(shop))
  })
  return { app }
}

const ROOT_TAG = '<html lang="en-IN">'
const TITLE = '<title>Desk</title>'
const HEAD_END = '</head>'

/** Writes the name, the colours and the icon of the shop into the document. */
function withFace(document: string, shop: Shop): string {
  const icon = shopPicturePath(shop, 'icon')
  const name = escapeHtml(shop.tradeName)
  const root = `<html lang="en-IN" data-shop="${name}" data-colours="${coloursOf(shop)}" data-icon="${icon}">`
  // Functions, because a name may contain what `replace` would take for a pattern, such as `$&`.
  return document
    .replace(ROOT_TAG, () => root)
    .replace(TITLE, () => `<title>${name} desk</title>`)
    .replace(HEAD_END, () => `<link rel="icon" href="${icon}"/>${HEAD_END}`)
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string) {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
}
