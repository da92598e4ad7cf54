export type CatalogueItem = { productId: string; name: string; description: string; category: string }
