import { Link } from 'react-router'
import { Notice } from '../ui/message.tsx'

export default function NotFound() {
  return (
    <Notice title="There is no such screen">
      <Link to="/" className="underline">
        To the first screen
      </Link>
    </Notice>
  )
}
