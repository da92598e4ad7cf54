import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { leaveOutSummaries } from '@nashta/contracts/api/leave-out-summaries'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { imagetools } from 'vite-imagetools'

/** The layout of every page, and the modules that most pages use. */
const FRAME = [
  'app/root.tsx',
  'app/features/cart/quick-add.tsx',
  'app/features/catalogue/cards/product-grid.tsx',
  'app/server/page-meta.ts',
  'app/data/products/loader-failure.ts',
  'app/data/shop/use-guest-checkout.ts',
  'app/data/shop/use-payment-summary.ts',
  '../../packages/contracts/src/identity/terms-version.ts',
  '../../packages/ui/src/button.tsx',
  '../../packages/ui/src/layout.tsx',
  '../../packages/ui/src/spinner.tsx',
]

/** The session with its storage records, and zod. The chunk loads on first use. */
const SESSION = ['../../packages/browser/src/session/session-store.ts']
/**
 * The storage records that are not of the session, and the calls of the catalogue. The chunk loads
 * on first use.
 */
const RECORDS = ['app/data/storage/storage-records.ts', 'app/data/products/catalogue-calls.ts']
/** The modules that fetch a page's products anew when the catalogue changes. */
const CATALOGUE = [
  'app/features/catalogue/catalogue-sync.tsx',
  'app/features/catalogue/use-product-query.ts',
  'app/routes/with-query-cache.tsx',
]
/** The modules that the account pages share. One file is smaller than many. */
const FORMS = [
  'app/features/account/forms/use-validated-form.ts',
  'app/features/account/session/use-redirect-after-sign-in.ts',
  'app/features/account/forms/account-page.tsx',
  'app/features/account/forms/form-parts.tsx',
]
/** Small modules that home, lists and product pages share. One file is smaller than many. */
const SHARED = [
  'app/routes/card-actions.tsx',
  'app/routes/seen-before-part.tsx',
  'app/data/products/page-data.ts',
  'app/texts/payment.ts',
  'app/data/shop/use-shelves.ts',
  '../../packages/contracts/src/catalogue/categories.ts',
  '../../packages/contracts/src/catalogue/countries.ts',
  '../../packages/contracts/src/catalogue/one-per-family.ts',
  '../../packages/contracts/src/catalogue/unit-price.ts',
]
/** The text field, which forms, home and All Snacks share. */
const FIELD = ['../../packages/ui/src/field.tsx']
/** The delivery check, which product pages load without the cart. */
const DELIVERY = ['app/features/cart/delivery-check.tsx']
/** The states of India, which the cart, forms and texts about the shop share. */
const STATES = ['../../packages/contracts/src/gst-states.ts']
/** The price of a cart. The chunk loads with the cart or the checkout. */
const PRICES = ['app/data/shop/price-cart.ts']
/** The cart. The chunk loads on first use. */
const CART = ['app/features/cart/engine/open-cart.ts', 'app/features/cart/cart-contents.tsx']

/**
 * Nearly all functions of these chunks run when the chunk loads. A comment at the head of the file
 * tells Chromium to compile them in the background while the file arrives, instead of one by one on
 * the main thread.
 */
const COMPILED_AT_ONCE = new Set(['react', 'session', 'records'])

/** The modules of React Router that are replaced, and why: see our modules in their place. */
const REPLACED_MODULES: Record<string, URL> = {
  '/routeModules.js': new URL('app/data/react-router/load-route-module.ts', import.meta.url),
  '/ssr/data.js': new URL('app/data/react-router/data-request.ts', import.meta.url),
  '/router/instrumentation.js': new URL('app/data/react-router/no-instrumentation.ts', import.meta.url),
  '/ssr/fog-of-war.js': new URL('app/data/react-router/no-route-discovery.ts', import.meta.url),
  '/ssr/components.js': new URL('app/data/react-router/document-parts.tsx', import.meta.url),
  '/ssr/links.js': new URL('app/data/react-router/no-prefetching.ts', import.meta.url),
  '/ssr/errorBoundaries.js': new URL('app/data/react-router/error-page.tsx', import.meta.url),
}
/**
 * Modules of React Router whose own imports are not replaced. The client build drops these modules in the end, but
 * until then their imports must resolve to the originals.
 */
const UNREPLACED_IMPORTERS = /\/(?:server-runtime|rsc)\/|\/ssr\/components\.js$/
/**
 * Vite's helper around each dynamic import. It would load styles and preload files, and our modules that load on demand
 * have neither.
 */
const PRELOAD_HELPER = '\0vite/preload-helper.js'

export default defineConfig({
  plugins: [
    imagetools(),
    tailwindcss(),
    reactRouter(),
    replacedModules(),
    leaveOutSummaries(),
    serviceWorker(),
  ],
  optimizeDeps: {
    // The dev server would find these only when a page imports them, and then reload that page.
    include: ['@nashta/contracts > zod/mini', '@tanstack/react-query'],
  },
  build: {
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    // Vite's helper for preloads would be in every first load. Routes name their imports themselves.
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            postBanner: ({ name }) => (COMPILED_AT_ONCE.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
            codeSplitting: {
              // Modules that are needed together are one file. Browsers cache `react` until its packages change.
              groups: [
                {
                  name: 'react',
                  test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]|data[\\/]react-router[\\/]|contract-version/,
                  priority: 4,
                },
                { name: chunkNameWithImports('frame', FRAME), debugName: 'frame', priority: 3 },
                { name: chunkNameWithImports('session', SESSION), debugName: 'session', priority: 2 },
                { name: chunkNameWithImports('records', RECORDS), debugName: 'records', priority: 1 },
                // If groups with the same priority share a module, the first of them gets it.
                { name: chunkNameWithImports('field', FIELD), debugName: 'field' },
                { name: chunkNameWithImports('forms', FORMS), debugName: 'forms' },
                { name: chunkNameWithImports('shared', SHARED), debugName: 'shared' },
                { name: chunkNameWithImports('delivery', DELIVERY), debugName: 'delivery' },
                { name: chunkNameWithImports('states', STATES), debugName: 'states' },
                { name: chunkNameWithImports('prices', PRICES), debugName: 'prices' },
                { name: chunkNameWithImports('cart', CART), debugName: 'cart' },
                { name: chunkNameWithImports('catalogue', CATALOGUE), debugName: 'catalogue' },
                { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
})

/**
 * Replaces modules of React Router and Vite's preload helper in the client build. The build fails if React Router has
 * no such module any more.
 */
function replacedModules(): Plugin {
  const missing = new Set(Object.keys(REPLACED_MODULES))
  return {
    name: 'replaced-modules',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source, importer) {
      if (!importer?.includes('/react-router/') || UNREPLACED_IMPORTERS.test(importer)) return null
      const path = new URL(source, `file://${importer}`).pathname
      const found = Object.entries(REPLACED_MODULES).find(([end]) => path.endsWith(end))
      if (!found) return null
      const [replaced, own] = found
      missing.delete(replaced)
      return fileURLToPath(own)
    },
    load(id) {
      return id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load()' : null
    },
    buildEnd() {
      if (missing.size > 0) this.error(`React Router has no module ${[...missing].join(', ')} any more`)
    },
  }
}

/** Pages and files that the service worker saves besides the code. */
const SAVED_FILES = [
  '/offline',
  '/favicon.svg',
  '/bitten-donut.svg',
  '/ways-to-pay.svg',
  '/images/fallback.svg',
  '/manifest.webmanifest',
]
/** Code, styles, fonts and icons. Pictures are saved as they are seen. */
const SAVED_ASSET = /^assets\/.*\.(?:js|css|woff2|svg)$/
const WORKER_FILE = 'sw.js'

/** Builds the service worker, with the list of the files that it saves. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      const id = fileURLToPath(new URL('worker/service-worker.ts', import.meta.url))
      this.emitFile({ type: 'chunk', id, fileName: WORKER_FILE })
    },
    generateBundle: {
      // After all plugins that add files.
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[WORKER_FILE]
        if (worker?.type !== 'chunk' || worker.imports.length > 0)
          throw new Error('The service worker must be one file')
        const assets = Object.keys(bundle).filter((name) => SAVED_ASSET.test(name))
        const files = [...SAVED_FILES, ...assets.map((name) => `/${name}`)].toSorted()
        const hash = createHash('sha256').update(worker.code).update(files.join())
        const release = JSON.stringify({ id: hash.digest('hex').slice(0, 12), files })
        worker.code = `const RELEASE=${release};${worker.code}`
      },
    },
  }
}

type Graph = { getModuleInfo: (id: string) => Pick<Rolldown.ModuleInfo, 'importedIds'> | null }

/**
 * Returns a function that tells Rolldown the chunk of a module: `name` for these modules and
 * everything that they import, null for any other module.
 */
function chunkNameWithImports(name: string, paths: string[]) {
  const files = paths.map((path) => fileURLToPath(new URL(path, import.meta.url)))
  const missing = files.filter((file) => !existsSync(file))
  if (missing.length > 0)
    throw new Error(`The chunk ${name} names files that do not exist: ${missing.join(', ')}`)
  const modules = new Set<string>()

  function collect(id: string, graph: Graph) {
    if (modules.has(id)) return
    modules.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) collect(imported, graph)
  }

  return (id: string, graph: Graph) => {
    // The graph is complete when the first module is assigned to a chunk.
    if (modules.size === 0) for (const file of files) collect(file, graph)
    return modules.has(id) ? name : null
  }
}
