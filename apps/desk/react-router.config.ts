import type { Config } from '@react-router/dev/config'

export default {
  // Operators sign in before they see anything, so nothing is rendered on the server.
  ssr: false,
  appDirectory: 'app',
  basename: '/desk/',
} satisfies Config
