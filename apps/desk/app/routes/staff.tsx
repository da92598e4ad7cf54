import { foldEmail } from '@nashta/contracts/account/checks'
import { OPERATOR_ROLES, type OperatorRole } from '@nashta/contracts/api/operator-roles'
import { grantRole, listOperators, revokeRole } from '@nashta/contracts/operators/operators'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Action, Card, Failure, PageHeading } from '../ui/controls.tsx'
import { formText, INPUT, Labelled, SelectInput } from '../ui/inputs.tsx'
import { Notice } from '../ui/message.tsx'
import { failureText, QueryState } from '../ui/query-state.tsx'

const ROLE_TEXTS: Record<OperatorRole, string> = {
  admin: 'everything',
  manager: 'everything except settings and staff',
  packer: 'reads Today, packs orders',
  accountant: 'reads Today, orders and the log',
}

/** `isGrant` is false when the role is taken away. An undo cannot be undone. */
type RoleChange = { email: string; role: string; isGrant: boolean; isUndo?: boolean }

export default function Staff() {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const [failure, setFailure] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['operators'],
    queryFn: async ({ signal }) => (await fetchShop(listOperators, { signal })).data.operators,
  })

  /** Returns whether the role was changed. */
  async function changeRole({ email, role, isGrant, isUndo = false }: RoleChange) {
    setFailure(null)
    const foldedEmail = foldEmail(email)
    const operator = query.data?.find((each) => foldEmail(each.email) === foldedEmail)
    const hadRole = operator?.roles.includes(role) ?? false
    try {
      const { data } = isGrant
        ? await fetchShop(grantRole, { body: { email, role } })
        : await fetchShop(revokeRole, { params: { email, role } })
      queries.setQueryData(['operators'], data.operators)
      const undo = () => void changeRole({ email, role, isGrant: !isGrant, isUndo: true })
      showToast({
        text: isGrant
          ? `${email} is ${role} from the next sign-in on`
          : `${email} is no longer ${role} and was signed out`,
        // A role that the operator already had is not taken away by an undo.
        ...(!isUndo && hadRole !== isGrant && { undo }),
      })
      return true
    } catch (error) {
      setFailure(failureText(error))
      return false
    }
  }

  async function grant(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const isGranted = await changeRole({
      email: formText(values, 'email'),
      role: formText(values, 'role'),
      isGrant: true,
    })
    if (isGranted) form.reset()
  }

  return (
    <>
      <PageHeading title="Staff" />
      {failure ? <Failure>{failure}</Failure> : null}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Operators">
          <QueryState query={query}>
            {(operators) =>
              operators.length === 0 ? (
                <Notice title="There is no operator yet" />
              ) : (
                <ul className="grid gap-3">
                  {operators.map(({ email, roles }) => (
                    <li key={email} className="flex flex-wrap items-center justify-between gap-2">
                      <span className="break-all">{email}</span>
                      <span className="flex flex-wrap gap-2">
                        {roles.map((role) => (
                          <Action
                            key={role}
                            aria-label={`Take the role ${role} from ${email}`}
                            onClick={() => void changeRole({ email, role, isGrant: false })}
                          >
                            {role} ×
                          </Action>
                        ))}
                      </span>
                    </li>
                  ))}
                </ul>
              )
            }
          </QueryState>
        </Card>
        <Card title="Give a role">
          <form onSubmit={(event) => void grant(event)} className="grid gap-3">
            <Labelled label="Email of an account of this shop">
              <input name="email" type="email" required autoComplete="off" className={INPUT} />
            </Labelled>
            <SelectInput
              name="role"
              label="Role"
              defaultValue="packer"
              options={OPERATOR_ROLES.map((role) => [role, `${role}: ${ROLE_TEXTS[role]}`])}
            />
            <div>
              <Action look="main" type="submit">
                Give the role
              </Action>
            </div>
          </form>
        </Card>
      </div>
    </>
  )
}
