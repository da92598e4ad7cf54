import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import type { KeptMarkup } from '@nashta/ui/kept'
import {
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
  type ServerEntryModule,
} from 'react-router'
import type { fetchShopContext, publicUrlContext } from '../app/server/contexts.server.ts'

/** What the storefront's build gives to the server that renders it. */
export type StoreBuild = ServerBuild & {
  entry: {
    module: ServerEntryModule & {
      fetchShopContext: typeof fetchShopContext
      publicUrlContext: typeof publicUrlContext
      reportErrorContext: RouterContext<(error: unknown) => void>
      scriptNonceContext: RouterContext<string | undefined>
      keptMarkupContext: RouterContext<KeptMarkup | undefined>
      takePageContext: RouterContext<((page: string) => void) | undefined>
    }
  }
}

export type PageNeeds = {
  fetchShop: FetchShop
  /** Where people reach the store: the one thing a page says that its address and the catalogue do not. */
  publicUrl: string
  reportError: (error: unknown) => void
  scriptNonce?: string
  keptMarkup?: KeptMarkup
  takePage?: (page: string) => void
}

/** What the pages' loaders and their renderer ask for. */
export function provide({ entry }: StoreBuild, needs: PageNeeds) {
  const { fetchShop, publicUrl, reportError, scriptNonce, keptMarkup, takePage } = needs
  const context = new RouterContextProvider()
  context.set(entry.module.fetchShopContext, fetchShop)
  context.set(entry.module.publicUrlContext, publicUrl)
  context.set(entry.module.reportErrorContext, reportError)
  context.set(entry.module.scriptNonceContext, scriptNonce)
  context.set(entry.module.keptMarkupContext, keptMarkup)
  context.set(entry.module.takePageContext, takePage)
  return context
}

const serverEntry = new URL('../build/server/index.js', import.meta.url)

export const clientFolder = fileURLToPath(new URL('../build/client', import.meta.url))

export async function loadBuild(): Promise<StoreBuild> {
  if (!existsSync(serverEntry))
    throw new Error('The storefront is not built: start with npm, which builds it')
  return (await import(serverEntry.href)) as StoreBuild
}
