import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Rolldown } from 'vite'
import { imagetools } from 'vite-imagetools'

/** The document around every page, the small parts that most pages show, and rules that more than schemas stand on. */
const FRAME = [
  'app/root.tsx',
  'app/features/cart/quick-add.tsx',
  'app/features/catalogue/product-grid.tsx',
  'app/features/catalogue/to-card.ts',
  'app/server/page-meta.ts',
  '../../packages/ui/src/button.tsx',
  '../../packages/ui/src/section-heading.tsx',
  '../../packages/ui/src/text-field.tsx',
  '../../packages/contracts/src/catalogue/product-sort.ts',
  '../../packages/contracts/src/catalogue/product-texts.ts',
]

/** What checks all that comes from outside, and the cart, which asks it: not needed to show a page, but soon after. */
const RECORDS = ['../../packages/browser/src/session/session-store.ts', 'app/data/storage-records.ts']
const CART = ['app/features/cart/engine/open-cart.ts', 'app/features/cart/cart-contents.tsx']

/** Nearly all of these runs as soon as it is there: Chromium compiles it beside the page while it arrives. */
const RUN_AT_ONCE = new Set(['react', 'records'])

export default defineConfig({
  plugins: [imagetools(), tailwindcss(), reactRouter()],
  optimizeDeps: {
    // Found only once a page needs them, they would make that page reload.
    include: ['@nashta/contracts > zod/mini', '@tanstack/react-query'],
  },
  build: {
    // The content security policy takes files of our own only, no data: URLs.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            postBanner: ({ name }) => (RUN_AT_ONCE.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
            codeSplitting: {
              // What is needed together is one request each, and the first one's name changes with the versions only.
              groups: [
                {
                  name: 'react',
                  test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/,
                  priority: 3,
                },
                { name: allBehind('frame', FRAME), debugName: 'frame', priority: 2 },
                { name: allBehind('records', RECORDS), debugName: 'records', priority: 1 },
                { name: allBehind('cart', CART), debugName: 'cart' },
                { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/ },
              ],
            },
          },
        },
      },
    },
  },
})

type Graph = { getModuleInfo: (id: string) => Pick<Rolldown.ModuleInfo, 'importedIds'> | null }

/** The name for these modules and for all that they stand on. */
function allBehind(name: string, paths: string[]) {
  const behind = new Set<string>()

  function collect(id: string, graph: Graph) {
    if (behind.has(id)) return
    behind.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) collect(imported, graph)
  }

  return (id: string, graph: Graph) => {
    if (behind.size === 0)
      for (const path of paths) collect(fileURLToPath(new URL(path, import.meta.url)), graph)
    return behind.has(id) ? name : null
  }
}
