import { join } from 'node:path'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import type { ImageStore } from '@nashta/images/image-store'
import {
  openSqliteRecommendations,
  type SqliteRecommendationsOptions,
} from '@nashta/recommendations/sqlite-recommendations'
import type { AccountRecords } from '@nashta/service-kit/auth/account-records'
import type { Probe } from '@nashta/service-kit/http/health'
import type { ProductStore } from '@nashta/shop-api/catalogue/product-store'
import { openSqliteShopApi, type SqliteShopApiOptions } from '@nashta/shop-api/sqlite-shop-api'

export type RunningShopApi = Pick<
  ReturnType<typeof openSqliteShopApi>,
  | 'app'
  | 'precomputed'
  | 'fetchShop'
  | 'catalogueVersion'
  | 'eraseDeletedUser'
  | 'outboxState'
  | 'probe'
  | 'close'
> & {
  products: ProductStore
}

export type RunningRecommendations = Pick<
  ReturnType<typeof openSqliteRecommendations>,
  'app' | 'fetchEndpoint' | 'addEvents' | 'fetchInteractions' | 'probe' | 'close'
>

type ShopApiOptions = Omit<SqliteShopApiOptions, 'dataFolder'>
type RecommendationsOptions = Omit<SqliteRecommendationsOptions, 'dataFolder'>

/** The storage of the whole store: a folder (`folderAdapters`) or AWS (`awsAdapters`). */
export type Adapters = {
  images: ImageStore
  openShopApi: (options: ShopApiOptions) => RunningShopApi
  openRecommendations: (options: RecommendationsOptions) => RunningRecommendations
  /**
   * Opens the store's own records of the accounts in a remote user pool (see `AccountRecords`). If
   * null, the store has no records, and asks the pool about each user and session.
   */
  openAccountRecords: ((now: () => Date) => AccountRecords) | null
  /** Probes of what must be reachable before the services are opened, such as DynamoDB. */
  neededAtStart: Record<string, Probe>
  close: () => void
}

/** SQLite files and pictures in one folder. */
export function folderAdapters(dataFolder: string): Adapters {
  return {
    images: createDiskImageStore(join(dataFolder, 'images')),
    openShopApi: (options) => openSqliteShopApi({ ...options, dataFolder }),
    openRecommendations: (options) => openSqliteRecommendations({ ...options, dataFolder }),
    openAccountRecords: null,
    neededAtStart: {},
    close() {},
  }
}
