import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
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
              // Every page needs all of these: one request, and the name changes with the versions only.
              groups: [
                {
                  name: 'react',
                  test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/,
                },
              ],
            },
          },
        },
      },
    },
  },
})
