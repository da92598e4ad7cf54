import { leaveOutSummaries } from '@nashta/contracts/api/leave-out-summaries'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** Modules that fewer screens share stay out of the first load. */
const SCREENS_OF_SHARED_MODULES = 3

export default defineConfig({
  base: '/desk/',
  plugins: [tailwindcss(), reactRouter(), leaveOutSummaries()],
  optimizeDeps: {
    // The dev server would find these only when a page imports them, and then reload that page.
    include: ['@nashta/contracts > zod/mini', '@tanstack/react-query'],
  },
  build: {
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    // Routes name their imports themselves, and the desk has no other dynamic imports.
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // One file compresses better than many small ones. Browsers cache `react` until its packages change.
              groups: [
                {
                  name: 'react',
                  test: /node_modules[\\/](?:react|react-dom|react-router|scheduler|@tanstack)[\\/]/,
                  priority: 1,
                },
                { name: 'shared', minShareCount: SCREENS_OF_SHARED_MODULES },
              ],
            },
          },
        },
      },
    },
  },
})
