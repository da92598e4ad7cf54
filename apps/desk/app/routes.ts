import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('routes/desk.tsx', [
    index('routes/start.tsx'),
    route('products', 'routes/products.tsx'),
    route('products/:id', 'routes/product.tsx'),
    route('staff', 'routes/staff.tsx'),
    route('log', 'routes/log.tsx'),
    route('settings', 'routes/settings.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig
