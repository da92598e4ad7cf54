import { Navigate } from 'react-router'
import { useMayCall } from '../session/desk-session.tsx'
import { SCREENS } from '../shell/screens.ts'

/** Redirects to the first screen that the operator may see. */
export default function Start() {
  const mayCall = useMayCall()
  const first = SCREENS.find(({ needs }) => mayCall(needs))
  return first ? <Navigate to={first.path} replace /> : null
}
