import type { ImageStore } from '@nashta/images/image-store'
import type {
  openSqliteRecommendations,
  SqliteRecommendationsOptions,
} from '@nashta/recommendations/sqlite-recommendations'
import type { ProductStore } from '@nashta/shop-api/catalogue/product-store'
import type { openSqliteShopApi, SqliteShopApiOptions } from '@nashta/shop-api/sqlite-shop-api'

export type OpenShopApi = Pick<
  ReturnType<typeof openSqliteShopApi>,
  'app' | 'precomputed' | 'fetchShop' | 'catalogueVersion' | 'mailsWaiting' | 'probe' | 'close'
> & {
  products: ProductStore
}

export type OpenRecommendations = Pick<
  ReturnType<typeof openSqliteRecommendations>,
  'app' | 'fetchShop' | 'takeEvents' | 'probe' | 'close'
>

type ShopApiOptions = Omit<SqliteShopApiOptions, 'dataFolder'>
type RecommendationsOptions = Omit<SqliteRecommendationsOptions, 'dataFolder'>

/** The storage of the whole store: a folder with SQLite files, or AWS. */
export type Adapters = {
  images: ImageStore
  openShopApi: (options: ShopApiOptions) => OpenShopApi
  openRecommendations: (options: RecommendationsOptions) => OpenRecommendations
  close: () => void
}
