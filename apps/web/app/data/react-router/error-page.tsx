import { Component, type ReactNode } from 'react'

type Props = { location: unknown; error?: unknown; children: ReactNode }
type State = { location: unknown; hasFailed: boolean }

/**
 * Replaces React Router's module of these components (vite.config.ts). The original shows developers
 * the stack of the error. This boundary is around the router. It only catches what the error boundary
 * of root.tsx cannot show, because the layout of all pages has failed.
 */
export class RemixErrorBoundary extends Component<Props, State> {
  override state: State = { location: this.props.location, hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  /** Another page may work. */
  static getDerivedStateFromProps({ location }: Props, state: State) {
    return location === state.location ? null : { location, hasFailed: false }
  }

  override render() {
    return this.state.hasFailed ? <RemixRootDefaultErrorBoundary /> : this.props.children
  }
}

export function RemixRootDefaultErrorBoundary() {
  return (
    <html lang="en-IN">
      <head>
        <title>This page cannot be shown</title>
      </head>
      <body>
        <h1>This page cannot be shown</h1>
        <p>
          <a href="/">Back to Home</a>
        </p>
      </body>
    </html>
  )
}

/** Only pages that are not rendered on the server use it. */
export function BoundaryShell() {
  return null
}
