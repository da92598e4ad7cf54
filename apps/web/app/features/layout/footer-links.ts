export const FOOTER_COLUMNS = [
  {
    title: 'Company',
    links: [
      { label: 'About us', to: '/about' },
      { label: 'Contact', to: '/contact' },
      { label: 'Privacy', to: '/privacy' },
      { label: 'Terms', to: '/terms' },
    ],
  },
  {
    title: 'Customer service',
    links: [
      { label: 'Shipping', to: '/shipping' },
      { label: 'Returns', to: '/returns' },
      { label: 'Purchase History', to: '/purchase-history' },
      { label: 'Your profile', to: '/profile' },
    ],
  },
  {
    title: 'Shop',
    links: [
      { label: 'All Products', to: '/collections/allproducts' },
      { label: 'Best Sellers', to: '/collections/best-sellers' },
      { label: 'New Arrivals', to: '/collections/new-arrivals' },
      { label: 'Suggested For You', to: '/collections/suggested' },
      { label: 'Shoes', to: '/collections/shoes' },
      { label: 'Sandals', to: '/collections/sandals' },
    ],
  },
]
