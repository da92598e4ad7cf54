import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchOwnProfile, type Profile } from './profile.ts'
import { useAccount } from './session-provider.tsx'

export function useProfile(sub: string) {
  const account = useAccount()
  const client = useQueryClient()
  const queryKey = ['profile', sub]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => fetchOwnProfile(account),
    // What is personal is not kept longer than it is looked at.
    gcTime: 0,
  })
  return {
    profile: data,
    error,
    refetch,
    setProfile: (profile: Profile) => client.setQueryData(queryKey, profile),
  }
}
