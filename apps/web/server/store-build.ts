import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
  type ServerEntryModule,
} from 'react-router'
import type { FetchApi, fetchApiContext } from '../app/server/shop-api.server.ts'

/** What the storefront's build gives to the server that renders it. */
export type StoreBuild = ServerBuild & {
  entry: {
    module: ServerEntryModule & {
      fetchApiContext: typeof fetchApiContext
      reportErrorContext: RouterContext<(error: unknown) => void>
      scriptNonceContext: RouterContext<string | undefined>
    }
  }
}

export type PageNeeds = {
  fetchApi: FetchApi
  reportError: (error: unknown) => void
  scriptNonce?: string
}

/** What the pages' loaders and their renderer ask for. */
export function provide({ entry }: StoreBuild, { fetchApi, reportError, scriptNonce }: PageNeeds) {
  const context = new RouterContextProvider()
  context.set(entry.module.fetchApiContext, fetchApi)
  context.set(entry.module.reportErrorContext, reportError)
  context.set(entry.module.scriptNonceContext, scriptNonce)
  return context
}

const serverEntry = new URL('../build/server/index.js', import.meta.url)

export const clientFolder = fileURLToPath(new URL('../build/client', import.meta.url))

export async function loadBuild(): Promise<StoreBuild> {
  if (!existsSync(serverEntry))
    throw new Error('The storefront is not built: start with npm, which builds it')
  return (await import(serverEntry.href)) as StoreBuild
}
