// The links in the header, in the menu of phones and in the footer.

export const HEADER_LINKS_MAX = 6
export const MENU_LINKS_MAX = 12
export const FOOTER_COLUMNS_MAX = 4

export type MenuEntry = {
  label: string
  /** A path of this store. */
  to: string
  /** Whether the entry is left out while the shelf that it leads to has no products. */
  hidesWhenEmpty?: boolean | undefined
}

type FooterColumn = { title: string; links: readonly MenuEntry[] }

export type Menus = {
  /** On wide screens. */
  header: readonly MenuEntry[]
  /** The menu of small screens, above the links of the account. */
  phone: readonly MenuEntry[]
  footer: readonly FooterColumn[]
}

/** The menus of the specification. It demands Shoes and Sandals, although the store sells snacks. */
export const FIRST_MENUS: Menus = {
  header: [
    { label: 'Suggested For You', to: '/collections/suggested' },
    { label: 'Best Sellers', to: '/collections/best-sellers' },
    { label: 'All Products', to: '/collections/allproducts' },
  ],
  phone: [
    { label: 'New Arrivals', to: '/collections/new-arrivals' },
    { label: 'Best Sellers', to: '/collections/best-sellers' },
    { label: 'Shoes', to: '/collections/shoes' },
    { label: 'Sandals', to: '/collections/sandals' },
  ],
  footer: [
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
        { label: 'Complaints', to: '/grievance' },
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
  ],
}

/** The pages that the law wants within reach of every page. A footer must lead to them. */
export const LEGAL_PAGES = ['/contact', '/privacy', '/terms', '/shipping', '/returns', '/grievance'] as const
