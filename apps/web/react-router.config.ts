import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  // The first document loads the manifest of all routes, so navigation fetches none. Links that are
  // many on a page have `discover="none"`, which saves an attribute in their HTML.
  routeDiscovery: { mode: 'initial' },
  // The client loaders are a few lines each: separate files would only add requests.
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => shortenManifest(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config

const MANIFEST_START = 'window.__reactRouterManifest='

type Route = { imports?: unknown; css?: unknown }

/**
 * Leaves the imports of each route out of the browser's list of routes: half of its compressed bytes.
 * React Router needs them for preloads, which only the server writes (no-prefetching.ts), from a list
 * of its own.
 */
async function shortenManifest(clientFolder: string) {
  const paths = globSync(`${clientFolder}/assets/manifest-*.js`)
  const files = await Promise.all(paths.map(async (path) => ({ path, code: await readFile(path, 'utf8') })))
  const manifest = files.find(({ code }) => code.startsWith(MANIFEST_START))
  if (!manifest) throw new Error('React Router writes its manifest in another way than expected')
  const json = manifest.code.slice(MANIFEST_START.length).replace(/;$/, '')
  const content: { routes: Record<string, Route> } = JSON.parse(json)
  for (const route of Object.values(content.routes)) {
    delete route.imports
    delete route.css
  }
  await writeFile(manifest.path, `${MANIFEST_START}${JSON.stringify(content)};`)
}
