import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('product/:id', 'routes/product.tsx'),
  route('collections/suggested', 'routes/suggested.tsx'),
  route('collections/best-sellers', 'routes/best-sellers.tsx'),
  route('collections/allproducts', 'routes/all-snacks.tsx'),
  // Routes that share a module need different ids. Here the path is the id.
  // The specification demands Shoes and Sandals.
  ...['collections/new-arrivals', 'collections/shoes', 'collections/sandals'].map((path) =>
    route(path, 'routes/query-collection.tsx', { id: path }),
  ),
  // The pages of shelves. A shelf may also be at an address above, such as Shoes.
  route('collections/:shelf', 'routes/query-collection.tsx', { id: 'shelf' }),
  route('favourites', 'routes/favourites.tsx'),
  // These pages use the query cache. The other pages load its code later or never.
  layout('routes/with-query-cache.tsx', [
    route('profile', 'routes/account/profile.tsx'),
    route('checkout', 'routes/checkout/checkout.tsx'),
    route('order-success', 'routes/checkout/order-success.tsx'),
    route('purchase-history', 'routes/orders/purchase-history.tsx'),
    route('purchase-history/:orderId', 'routes/orders/order.tsx'),
    route('orders/:token', 'routes/orders/linked-order.tsx'),
  ]),
  route('signin', 'routes/account/signin.tsx'),
  route('signup', 'routes/account/signup.tsx'),
  route('forgot-password', 'routes/account/forgot-password.tsx'),
  route('undo-email-change', 'routes/account/undo-email-change.tsx'),
  route('about', 'routes/information/about.tsx'),
  route('contact', 'routes/information/contact.tsx'),
  route('shipping', 'routes/information/shipping.tsx'),
  route('returns', 'routes/information/returns.tsx'),
  route('privacy', 'routes/information/privacy.tsx'),
  route('terms', 'routes/information/terms.tsx'),
  route('grievance', 'routes/information/grievance.tsx'),
  route('grievance/:token', 'routes/information/grievance-ticket.tsx'),
  ...['newsletter/confirm', 'newsletter/unsubscribe', 'back-in-stock/confirm', 'back-in-stock/stop'].map(
    (path) => route(path, 'routes/information/mailed-link.tsx', { id: path }),
  ),
  ...['newsletter/sent', 'newsletter/incomplete', 'back-in-stock/sent', 'back-in-stock/incomplete'].map(
    (path) => route(path, 'routes/information/page-form-reply.tsx', { id: path }),
  ),
  route('offline', 'routes/offline.tsx'),
  route('manifest.webmanifest', 'routes/files/manifest.ts'),
  route('favicon.ico', 'routes/files/favicon.ts'),
  route('robots.txt', 'routes/files/robots.ts'),
  route('llms.txt', 'routes/files/llms.ts'),
  route('feeds/:name', 'routes/files/google-feed.ts'),
  route('sitemap.xml', 'routes/files/sitemap.ts'),
  route('sitemaps/:name', 'routes/files/sitemap.ts', { id: 'sitemaps' }),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
