import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import {
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
  type ServerEntryModule,
} from 'react-router'
import type {
  fetchShopContext,
  guestCheckoutContext,
  publicUrlContext,
  realTimeSyncContext,
} from '../app/server/contexts.server.ts'

/** The server build of the storefront, with the contexts that entry.server.tsx exports. */
export type StoreBuild = ServerBuild & {
  entry: {
    module: ServerEntryModule & {
      fetchShopContext: typeof fetchShopContext
      guestCheckoutContext: typeof guestCheckoutContext
      publicUrlContext: typeof publicUrlContext
      realTimeSyncContext: typeof realTimeSyncContext
      reportErrorContext: RouterContext<(error: unknown) => void>
      scriptNonceContext: RouterContext<string | undefined>
    }
  }
}

/**
 * The values for one render. The HTML of a page depends only on `publicUrl`, `realTimeSync`,
 * `guestCheckout`, the page's address, the catalogue and the shop's record. So the HTML is the same
 * for every visitor, and can be cached.
 */
export type RenderContextDeps = {
  fetchShop: FetchShop
  /** The public address of the store. */
  publicUrl: string
  /** Whether pages poll the catalogue. */
  realTimeSync: boolean
  /** Whether guests may order without an account. */
  guestCheckout: boolean | undefined
  reportError: (error: unknown) => void
  /**
   * Marks the scripts of React Router. The page renderer removes the nonce and puts the hashes of
   * these scripts into the content security policy, so the sent page does not depend on the nonce.
   * Missing in development, where pages have no such policy.
   */
  scriptNonce?: string
}

/** The context of one render, for the loaders and entry.server.tsx. */
export function createRenderContext({ entry }: StoreBuild, deps: RenderContextDeps) {
  const { fetchShop, publicUrl, realTimeSync, guestCheckout, reportError, scriptNonce } = deps
  const context = new RouterContextProvider()
  context.set(entry.module.fetchShopContext, fetchShop)
  context.set(entry.module.publicUrlContext, publicUrl)
  context.set(entry.module.guestCheckoutContext, guestCheckout)
  context.set(entry.module.realTimeSyncContext, realTimeSync)
  context.set(entry.module.reportErrorContext, reportError)
  context.set(entry.module.scriptNonceContext, scriptNonce)
  return context
}

const serverEntry = new URL('../build/server/index.js', import.meta.url)

export const clientFolder = fileURLToPath(new URL('../build/client', import.meta.url))

export async function loadBuild(): Promise<StoreBuild> {
  if (!existsSync(serverEntry)) throw new Error('The storefront is not built: `npm start` builds it')
  return (await import(serverEntry.href)) as StoreBuild
}
