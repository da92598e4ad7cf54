import { hasFirstName, shopPicturePath } from '@nashta/contracts/shop/face'
import { getShop } from '@nashta/contracts/shop/shop'
import { redirect } from 'react-router'
import { fetchShopContext } from '../../server/contexts.server.ts'
import type { Route } from './+types/favicon'

/** Pages name their icon. Some programs ask for this path without reading a page. */
export async function loader({ context }: Route.LoaderArgs) {
  const { data: shop } = await context.get(fetchShopContext)(getShop)
  const isFirst = hasFirstName(shop) && shop.logo === undefined
  return redirect(isFirst ? '/icons/favicon.ico' : shopPicturePath(shop, 'icon'))
}
