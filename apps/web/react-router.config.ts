import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  // Every route is in the first document: no manifest is fetched while browsing.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
