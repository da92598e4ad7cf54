import { useRouteLoaderData } from 'react-router'

/** Whether guests may order without an account. */
export function useGuestCheckout(): boolean {
  const settings = useRouteLoaderData<() => { guestCheckout: boolean }>('root')
  return settings?.guestCheckout ?? false
}
