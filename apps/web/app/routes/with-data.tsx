import { Outlet } from 'react-router'
import { DataProvider } from '../data/data-provider.tsx'

export default function WithDataRoute() {
  return (
    <DataProvider>
      <Outlet />
    </DataProvider>
  )
}
