import { data } from 'react-router'

export function loader() {
  throw data(null, { status: 404 })
}

/** Never drawn: the loader's 404 goes to the root boundary. */
export default function NotFoundRoute() {
  return null
}
