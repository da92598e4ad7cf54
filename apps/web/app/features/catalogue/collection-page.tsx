import { Container } from '@nashta/ui/layout'
import type { ReactNode } from 'react'
import { CollectionHeader, type CollectionHeaderProps } from './collection-header.tsx'

export type CollectionPageProps = Omit<CollectionHeaderProps, 'children'> & { children: ReactNode }

/** The frame of a collection: its name, and what is on the counter below. */
export function CollectionPage({ children, ...header }: CollectionPageProps) {
  return (
    <Container>
      <CollectionHeader {...header} />
      <div className="pt-8 pb-24 sm:pt-10 lg:pb-36">{children}</div>
    </Container>
  )
}
