import { useNavigate } from 'react-router'
import { useDesk } from '../../session/desk-session.tsx'

/** Opens the desk for an operator who has just signed in on another page. */
export function useOpenDesk() {
  const { unlock } = useDesk()
  const navigate = useNavigate()
  return () => {
    unlock()
    void navigate('/', { replace: true })
  }
}
