import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { createContext } from 'react-router'

/** Calls the Shop API for the loaders. The page server chooses: in process or over HTTP. */
export const fetchShopContext = createContext<FetchShop>()

/** The public origin of the store, such as `https://snacks.example`. */
export const publicUrlContext = createContext<string>()

/** The setting REAL_TIME_SYNC: whether pages poll the catalogue. */
export const realTimeSyncContext = createContext<boolean>()

/** The setting GUEST_CHECKOUT. Undefined where the shop's record decides. */
export const guestCheckoutContext = createContext<boolean | undefined>()
