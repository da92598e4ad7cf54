import { Outlet } from 'react-router'
import { QueryCacheProvider } from '../data/products/query-client.tsx'

export default function WithQueryCacheRoute() {
  return (
    <QueryCacheProvider>
      <Outlet />
    </QueryCacheProvider>
  )
}
