import type { Proof } from '../proof.ts'
import { offlineClicks } from './offline-clicks.ts'
import { offlineShop } from './offline-shop.ts'
import { spoiledStorage } from './spoiled-storage.ts'

export const offlineProofs: Proof[] = [offlineClicks, spoiledStorage, offlineShop]
