import { coloursOf } from '@nashta/contracts/shop/colour-sets'
import { shopPicturePath } from '@nashta/contracts/shop/face'
import type { Shop } from '@nashta/contracts/shop/shop'
import { useSyncExternalStore } from 'react'

type Face = { shopName: string; colours: string | undefined; icon: string | undefined }

/**
 * The shop's name, colours and icon. They begin with what the server wrote into the document
 * (server/create-app.ts), so that the first paint has them. In the build, in development and in tests no
 * server has written any, and they are empty.
 */
let face: Face = writtenFace()
const listeners = new Set<() => void>()

function writtenFace(): Face {
  const { shop = '', colours, icon } = typeof document === 'undefined' ? {} : document.documentElement.dataset
  return { shopName: shop, colours, icon }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const readFace = () => face

export function useFace(): Face {
  return useSyncExternalStore(subscribe, readFace, readFace)
}

/** Shows the desk with the face of this record, which has just been saved. */
export function showFace(shop: Shop) {
  face = { shopName: shop.tradeName, colours: coloursOf(shop), icon: shopPicturePath(shop, 'icon') }
  for (const listener of listeners) listener()
}

/** The title of the desk. */
export function deskName({ shopName }: Face) {
  return shopName === '' ? 'Desk' : `${shopName} desk`
}

/** For the title of the document, before any component is there. */
export const FIRST_DESK_NAME = deskName(face)
