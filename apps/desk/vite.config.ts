import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/desk/',
  plugins: [tailwindcss(), reactRouter()],
  optimizeDeps: {
    // The dev server would find these only when a page imports them, and then reload that page.
    include: ['@nashta/contracts > zod/mini', '@tanstack/react-query'],
  },
  build: {
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
  },
})
