import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  // Every route is in the first document: no manifest is fetched while browsing.
  routeDiscovery: { mode: 'initial' },
  // What a route runs in the browser is a line or two, not worth a request of its own.
  splitRouteModules: false,
} satisfies Config
