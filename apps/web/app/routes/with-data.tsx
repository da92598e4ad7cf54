import { Outlet } from 'react-router'
import { DataProvider } from '../data/query-client.tsx'

export default function WithDataRoute() {
  return (
    <DataProvider>
      <Outlet />
    </DataProvider>
  )
}
