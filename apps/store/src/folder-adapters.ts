import { join } from 'node:path'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import { openSqliteRecommendations } from '@nashta/recommendations/sqlite-recommendations'
import { openSqliteShopApi } from '@nashta/shop-api/sqlite-shop-api'
import type { Adapters } from './adapters.ts'

/** SQLite files and pictures in one folder. */
export function folderAdapters(dataFolder: string): Adapters {
  return {
    images: createDiskImageStore(join(dataFolder, 'images')),
    openShopApi: (options) => openSqliteShopApi({ ...options, dataFolder }),
    openRecommendations: (options) => openSqliteRecommendations({ ...options, dataFolder }),
    close() {},
  }
}
