import { useCall } from '@nashta/browser/forms/use-call'
import { useForm } from '@nashta/browser/forms/use-form'
import { foldEmail } from '@nashta/contracts/account/checks'
import { OPERATOR_ROLES, type OperatorRole } from '@nashta/contracts/api/operator-roles'
import { grantRole, listOperators, revokeRole } from '@nashta/contracts/operators/operators'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { SelectField } from '@nashta/ui/select-field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Action, Card, PageHeading } from '../ui/controls.tsx'
import { Notice } from '../ui/message.tsx'
import { failureText, QueryState } from '../ui/query-state.tsx'

const ROLE_TEXTS: Record<OperatorRole, string> = {
  admin: 'everything',
  manager: 'everything except settings and staff',
  packer: 'reads Today, packs orders',
  accountant: 'reads Today, orders and the log',
}

/** `isGrant` is false when the role is taken away. */
type RoleChange = { email: string; role: string; isGrant: boolean }

export default function Staff() {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const query = useQuery({
    queryKey: ['operators'],
    queryFn: async ({ signal }) => (await fetchShop(listOperators, { signal })).data.operators,
  })

  async function sendChange({ email, role, isGrant }: RoleChange) {
    const { data } = isGrant
      ? await fetchShop(grantRole, { body: { email, role } })
      : await fetchShop(revokeRole, { params: { email, role } })
    queries.setQueryData(['operators'], data.operators)
  }

  const change = useCall(sendChange, failureText)
  const grant = useForm({
    schema: grantRole.body,
    failed: failureText,
    async send({ email, role }) {
      const foldedEmail = foldEmail(email)
      const operator = query.data?.find((each) => foldEmail(each.email) === foldedEmail)
      const hadRole = operator?.roles.includes(role) ?? false
      const roleChange = { email, role, isGrant: true }
      await sendChange(roleChange)
      // A role that the operator already had is not taken away by an undo.
      if (hadRole) showToast({ text: changeText(roleChange) })
      else offerUndo(roleChange)
      grant.element.current?.reset()
    },
  })

  function offerUndo(roleChange: RoleChange) {
    const back = { ...roleChange, isGrant: !roleChange.isGrant }
    async function undo() {
      // An undo cannot be undone.
      if (await change.run(back)) showToast({ text: changeText(back) })
    }
    showToast({ text: changeText(roleChange), undo: () => void undo() })
  }

  async function revoke(email: string, role: string) {
    const roleChange = { email, role, isGrant: false }
    if (await change.run(roleChange)) offerUndo(roleChange)
  }

  return (
    <>
      <PageHeading title="Staff" />
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
                            aria-disabled={change.isBusy || undefined}
                            onClick={() => void revoke(email, role)}
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
          {change.failure ? <Failure>{change.failure}</Failure> : null}
        </Card>
        <Card title="Give a role">
          <form {...grant.formProps} className="grid gap-2">
            <TextField
              {...grant.field('email')}
              label="Email of an account of this shop"
              type="email"
              required
              autoComplete="off"
            />
            <SelectField
              {...grant.field('role')}
              label="Role"
              defaultValue="packer"
              options={OPERATOR_ROLES.map((role) => ({ value: role, label: `${role}: ${ROLE_TEXTS[role]}` }))}
            />
            {grant.failure ? <Failure>{grant.failure}</Failure> : null}
            <div>
              <Action look="main" type="submit" aria-disabled={grant.isBusy || undefined}>
                Give the role
              </Action>
            </div>
          </form>
        </Card>
      </div>
    </>
  )
}

function changeText({ email, role, isGrant }: RoleChange) {
  if (isGrant) return `${email} is ${role} from the next sign-in on`
  return `${email} is no longer ${role} and was signed out`
}
