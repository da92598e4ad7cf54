import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  // The print page is outside the layout `desk.tsx`, whose navigation must not be printed.
  route('print/:kind', 'routes/print.tsx'),
  // The welcome page and the page of an invitation are outside it too: their visitors have no account yet.
  route('welcome', 'routes/welcome.tsx'),
  route('join', 'routes/join.tsx'),
  layout('routes/desk.tsx', [
    index('routes/start.tsx'),
    route('today', 'routes/today.tsx'),
    route('orders', 'routes/orders.tsx'),
    route('orders/:id', 'routes/order.tsx'),
    route('pack', 'routes/pack.tsx'),
    route('parcels', 'routes/parcels.tsx'),
    route('tickets', 'routes/tickets.tsx'),
    route('tickets/:number', 'routes/ticket.tsx'),
    route('customers', 'routes/customers.tsx'),
    route('customers/:customerId', 'routes/customer.tsx'),
    route('products', 'routes/products.tsx'),
    route('products/:id', 'routes/product.tsx'),
    route('products/:id/stock', 'routes/stock.tsx'),
    route('shelves', 'routes/shelves.tsx'),
    route('offers', 'routes/offers.tsx'),
    route('offers/:id', 'routes/offer.tsx'),
    route('home', 'routes/home.tsx'),
    route('menus', 'routes/menus.tsx'),
    route('bell', 'routes/bell.tsx'),
    route('mails', 'routes/mails.tsx'),
    route('staff', 'routes/staff.tsx'),
    route('devices', 'routes/devices.tsx'),
    route('figures', 'routes/figures.tsx'),
    route('tax', 'routes/tax.tsx'),
    route('files', 'routes/files.tsx'),
    route('log', 'routes/log.tsx'),
    route('settings', 'routes/settings.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig
