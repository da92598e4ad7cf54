import { data } from 'react-router'

export function loader() {
  throw data(null, { status: 404 })
}

/** Never rendered: the loader's 404 goes to the root error boundary. React Router wants a component. */
export default function NotFoundRoute() {
  return null
}
