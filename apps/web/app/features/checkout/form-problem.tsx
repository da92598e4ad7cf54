/** What keeps a form from being sent. The region is always there, so that it is read out. */
export function FormProblem({ children }: { children: string | undefined }) {
  return (
    <p
      role="alert"
      className="empty:m-0 font-semibold text-raspberry-deep not-empty:rounded-2xl not-empty:bg-raspberry-tint not-empty:px-5 not-empty:py-3.5"
    >
      {children}
    </p>
  )
}
