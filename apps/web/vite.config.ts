import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Rolldown } from 'vite'
import { imagetools } from 'vite-imagetools'

export default defineConfig({
  plugins: [imagetools(), tailwindcss(), reactRouter()],
  optimizeDeps: {
    // Found only after the first page, it would make that page reload.
    include: ['@nashta/contracts > zod/mini'],
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
            codeSplitting: {
              // Every page needs all of these: one request each, and the first one's name changes with the versions only.
              groups: [
                {
                  name: 'react',
                  test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/,
                  priority: 1,
                },
                { name: nameOfFrame, debugName: 'frame' },
                { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/ },
              ],
            },
          },
        },
      },
    },
  },
})

/** The document around every page, and the small parts that most pages show. */
const FRAME = [
  'app/root.tsx',
  'app/features/cart/quick-add.tsx',
  'app/features/catalogue/product-grid.tsx',
  'app/server/page-meta.ts',
  'app/ui/button.tsx',
  'app/ui/section-heading.tsx',
  'app/ui/text-field.tsx',
].map((path) => fileURLToPath(new URL(path, import.meta.url)))

type Graph = { getModuleInfo: (id: string) => Pick<Rolldown.ModuleInfo, 'importedIds'> | null }

const behindFrame = new Set<string>()

/** All that the frame stands on comes with it, in one file. */
function nameOfFrame(id: string, graph: Graph) {
  if (behindFrame.size === 0) for (const part of FRAME) collect(part, graph)
  return behindFrame.has(id) ? 'frame' : null
}

function collect(id: string, graph: Graph) {
  if (behindFrame.has(id)) return
  behindFrame.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) collect(imported, graph)
}
