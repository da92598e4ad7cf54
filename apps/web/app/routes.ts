import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  // These pages use the query cache; the others do not load its code. The specification demands Shoes and Sandals.
  layout('routes/with-query-cache.tsx', [
    route('collections/suggested', 'routes/suggested.tsx'),
    route('collections/best-sellers', 'routes/best-sellers.tsx'),
    route('collections/allproducts', 'routes/all-snacks.tsx'),
    ...['collections/new-arrivals', 'collections/shoes', 'collections/sandals'].map((path) =>
      route(path, 'routes/query-collection.tsx', { id: path }),
    ),
    route('product/:id', 'routes/product.tsx'),
    route('profile', 'routes/profile.tsx'),
    route('checkout', 'routes/checkout.tsx'),
    route('order-success', 'routes/order-success.tsx'),
    route('purchase-history', 'routes/purchase-history.tsx'),
    route('purchase-history/:orderId', 'routes/order.tsx'),
    route('orders/:token', 'routes/linked-order.tsx'),
  ]),
  route('signin', 'routes/signin.tsx'),
  route('signup', 'routes/signup.tsx'),
  route('forgot-password', 'routes/forgot-password.tsx'),
  route('undo-email-change', 'routes/undo-email-change.tsx'),
  route('about', 'routes/about.tsx'),
  route('contact', 'routes/contact.tsx'),
  route('shipping', 'routes/shipping.tsx'),
  route('returns', 'routes/returns.tsx'),
  route('privacy', 'routes/privacy.tsx'),
  route('terms', 'routes/terms.tsx'),
  route('grievance', 'routes/grievance.tsx'),
  route('grievance/:token', 'routes/grievance-ticket.tsx'),
  ...['newsletter/confirm', 'newsletter/unsubscribe'].map((path) =>
    route(path, 'routes/newsletter-link.tsx', { id: path }),
  ),
  route('robots.txt', 'routes/files/robots.ts'),
  route('llms.txt', 'routes/files/llms.ts'),
  route('feeds/:name', 'routes/files/google-feed.ts'),
  route('sitemap.xml', 'routes/files/sitemap.ts'),
  route('sitemaps/:name', 'routes/files/sitemap.ts', { id: 'sitemaps' }),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
