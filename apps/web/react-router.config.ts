import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  // The first document loads the manifest of all routes, so navigation fetches none.
  routeDiscovery: { mode: 'initial' },
  // The client loaders are a few lines each: separate files would only add requests.
  splitRouteModules: false,
} satisfies Config
