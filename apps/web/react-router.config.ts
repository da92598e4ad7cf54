import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  // The first document loads the manifest of all routes, so navigation fetches none. Links that are
  // many on a page have `discover="none"`, which saves an attribute in their HTML.
  routeDiscovery: { mode: 'initial' },
  // The client loaders are a few lines each: separate files would only add requests.
  splitRouteModules: false,
} satisfies Config
