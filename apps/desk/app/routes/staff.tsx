import { useCall } from '@nashta/browser/forms/use-call'
import { useForm } from '@nashta/browser/forms/use-form'
import { foldEmail } from '@nashta/contracts/account/checks'
import { OPERATOR_ROLES, type OperatorRole, ROLE_TEXTS } from '@nashta/contracts/api/operator-roles'
import { isShopError } from '@nashta/contracts/api/shop-error'
import {
  grantRole,
  inviteOperator,
  listOperators,
  type OperatorInvitation,
  revokeRole,
  withdrawInvitation,
} from '@nashta/contracts/operators/operators'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { SelectField } from '@nashta/ui/select-field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatTime } from '../data/formats.ts'
import { useFetchShop } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Action, Card, PageHeading } from '../ui/controls.tsx'
import { Notice } from '../ui/message.tsx'
import { failureText, QueryState } from '../ui/query-state.tsx'

const ROLE_OPTIONS = OPERATOR_ROLES.map((role) => ({
  value: role,
  label: `${role}: ${ROLE_TEXTS[role].includes}`,
}))

/** `isGrant` is false when the role is taken away. */
type RoleChange = { email: string; role: string; isGrant: boolean }

export default function Staff() {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const query = useQuery({
    queryKey: ['operators'],
    queryFn: async ({ signal }) => (await fetchShop(listOperators, { signal })).data,
  })

  async function sendChange({ email, role, isGrant }: RoleChange) {
    const { data } = isGrant
      ? await fetchShop(grantRole, { body: { email, role } })
      : await fetchShop(revokeRole, { params: { email, role } })
    queries.setQueryData(['operators'], data)
  }

  async function sendInvitation(body: { email: string; role: OperatorRole }) {
    const { data } = await fetchShop(inviteOperator, { body })
    queries.setQueryData(['operators'], data)
    showToast({ text: `An invitation is on its way to ${body.email}` })
  }

  const change = useCall(sendChange, failureText)
  const grant = useForm({
    schema: grantRole.body,
    failed: failureText,
    async send({ email, role }) {
      const foldedEmail = foldEmail(email)
      const operator = query.data?.operators.find((each) => foldEmail(each.email) === foldedEmail)
      const hadRole = operator?.roles.includes(role) ?? false
      const roleChange = { email, role, isGrant: true }
      await sendChange(roleChange)
      // A role that the operator already had is not taken away by an undo.
      if (hadRole) showToast({ text: changeText(roleChange) })
      else offerUndo(roleChange)
      grant.element.current?.reset()
    },
  })

  const invite = useForm({
    schema: inviteOperator.body,
    failed: failureText,
    async send(body) {
      await sendInvitation(body)
      invite.element.current?.reset()
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

  if (isShopError(query.error) && query.error.code === 'ROLES_ELSEWHERE')
    return (
      <>
        <PageHeading title="Staff" />
        <Notice title="The roles of this shop are kept elsewhere">
          The user pool is not part of this store: make somebody a member of its group{' '}
          {OPERATOR_ROLES.join(', ')} there. They first make an account in the shop.
        </Notice>
      </>
    )
  return (
    <>
      <PageHeading title="Staff" />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Operators">
          <QueryState query={query}>
            {({ operators }) =>
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
        <Card title="Invite somebody">
          <form {...invite.formProps} className="grid gap-2">
            <p className="text-ink-soft">
              The mail has a link that works once, for seven days. The person chooses a password and sets up
              two-step sign-in.
            </p>
            <TextField
              {...invite.field('email')}
              label="Email of the person"
              type="email"
              required
              autoComplete="off"
            />
            <SelectField
              {...invite.field('role')}
              label="Role of the person"
              defaultValue="packer"
              options={ROLE_OPTIONS}
            />
            {invite.failure ? <Failure>{invite.failure}</Failure> : null}
            <div>
              <Action look="main" type="submit" aria-disabled={invite.isBusy || undefined}>
                Send the invitation
              </Action>
            </div>
          </form>
          {query.data && query.data.invitations.length > 0 ? (
            <Invitations invitations={query.data.invitations} sendAgain={sendInvitation} />
          ) : null}
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
            <SelectField {...grant.field('role')} label="Role" defaultValue="packer" options={ROLE_OPTIONS} />
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

type InvitationsProps = {
  invitations: readonly OperatorInvitation[]
  sendAgain: (invitation: { email: string; role: OperatorRole }) => Promise<void>
}

/** The invitations without an answer. */
function Invitations({ invitations, sendAgain }: InvitationsProps) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const again = useCall(sendAgain, failureText)
  const withdraw = useCall(async (email: string) => {
    const { data } = await fetchShop(withdrawInvitation, { params: { email } })
    queries.setQueryData(['operators'], data)
    showToast({ text: `The invitation of ${email} no longer works` })
  }, failureText)
  const isBusy = again.isBusy || withdraw.isBusy || undefined

  return (
    <section aria-labelledby="waiting" className="mt-5 grid gap-3">
      <h3 id="waiting" className="font-semibold">
        Invited, no answer yet
      </h3>
      <ul className="grid gap-4">
        {invitations.map(({ email, role, expiresAt }) => {
          const known = OPERATOR_ROLES.find((each) => each === role)
          return (
            <li key={email} className="grid gap-2">
              <p>
                <span className="break-all">{email}</span>{' '}
                <span className="text-ink-soft">
                  as {known ? ROLE_TEXTS[known].name : role}, until {formatTime(expiresAt)}
                </span>
              </p>
              <p className="flex flex-wrap gap-2">
                {known ? (
                  <Action
                    aria-label={`Send the invitation to ${email} again`}
                    aria-disabled={isBusy}
                    onClick={() => void again.run({ email, role: known })}
                  >
                    Send again
                  </Action>
                ) : null}
                <Action
                  aria-label={`Withdraw the invitation of ${email}`}
                  aria-disabled={isBusy}
                  onClick={() => void withdraw.run(email)}
                >
                  Withdraw
                </Action>
              </p>
            </li>
          )
        })}
      </ul>
      {again.failure || withdraw.failure ? <Failure>{again.failure || withdraw.failure}</Failure> : null}
    </section>
  )
}

function changeText({ email, role, isGrant }: RoleChange) {
  if (isGrant) return `${email} is ${role} from the next sign-in on`
  return `${email} is no longer ${role} and was signed out`
}
