import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { imagetools } from 'vite-imagetools'

/** What stands around every page, and the small parts most of them are made of; nothing that stands on zod. */
const FRAME = [
  'node_modules/@tanstack/',
  'packages/contracts/src/texts/(?:api|cart|catalogue|delivery|identity-gateway|wrap-once)\\.ts',
  'packages/contracts/src/(?:cart-rules|constants|endpoint|money|pictures)\\.ts',
  'apps/web/app/ui/(?:badge|button|button-look|container|icon|link-button|picture|price|section-heading|sheet)\\.tsx?',
  'apps/web/app/features/layout/(?!text-page)',
  'apps/web/app/features/catalogue/(?:product-card|product-grid|product-path)\\.tsx?',
  'apps/web/app/data/(?:data-provider|query-client)\\.tsx?',
  'apps/web/app/server/page-meta\\.ts',
]

const isFrame = new RegExp(FRAME.join('|').replaceAll('/', '[\\\\/]'))

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
                },
                { name: 'frame', test: isFrame },
              ],
            },
          },
        },
      },
    },
  },
})
