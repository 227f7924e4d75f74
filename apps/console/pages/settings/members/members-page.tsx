import { memo, useState } from 'react'
import {
  listMemberInvitations,
  listMembers,
  resendMemberInvitation,
  revokeMemberInvitation,
} from '../../../../../domains/accounts/workspaces/contract/members.ts'
import { hasTyped } from '../../../api/typed-values.ts'
import { Fact } from '../../../parts/text/fact.tsx'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { useFormat, useAges } from '../../../format.ts'
import { Fold } from '../../../parts/fold.tsx'
import { useOpener } from '../../../parts/use-opener.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { InviteSection, InvitationLink } from './invite-form.tsx'
import { PeopleSection } from './member-list.tsx'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { dot } from '../../../parts/text/joined.tsx'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { paths } from '../../../paths.ts'

export const loader = () => prefetchPages(listMembers)

export default function MembersPage() {
  const words = useSettingsWords().members
  const { workspace, isAdministrator } = useRole()
  const { isOpen, opener } = useOpener(words.invite, hasTyped(`invite.${workspace.id}`))
  const { number } = useFormat()
  const { rows: members, ...rest } = usePages(listMembers)
  return (
    <SettingsFrame
      title={words.title}
      count={rest.total}
      text={
        rest.more ? (
          words.newest(number(members.length))
        ) : (
          <>
            {words.text} <TextLink to={paths.clients}>{words.clientsPage}</TextLink>
          </>
        )
      }
      actions={isAdministrator ? opener : undefined}
    >
      {isAdministrator && isOpen ? <InviteSection /> : null}
      <PeopleSection members={members} rest={rest} />
      {isAdministrator ? <OpenInvitations /> : null}
      <section className="sect panel pad">
        <Fold title={words.rolesTitle}>
          <dl className="kv">
            {(['member', 'admin', 'owner'] as const).map((role) => (
              <Fact key={role} name={words.roles[role]}>
                {words.roleHints[role]}
              </Fact>
            ))}
          </dl>
        </Fold>
      </section>
    </SettingsFrame>
  )
}

type Invitation = Reply<typeof listMemberInvitations>[number]
const isOpen = ({ status }: Invitation) => status === 'pending' || status === 'expired'

/** Invitations that wait or have expired. The audit log has the outcome of the others. */
const OpenInvitations = () => {
  const words = useSettingsWords().members
  const { rows: invitations, ...rest } = usePages(listMemberInvitations)
  const open = invitations.filter(isOpen)
  if (open.length === 0 && rest.more === undefined) return null
  return (
    <section className="sect panel rows" aria-label={words.open(open.length)}>
      <h2 className="row row-heads">{words.open(open.length)}</h2>
      <PartialRows rows={open} rest={rest}>
        {(invitation) => <InvitationRow key={invitation.id} invitation={invitation} />}
      </PartialRows>
    </section>
  )
}

const InvitationRow = memo(({ invitation }: { readonly invitation: Invitation }) => {
  const words = useSettingsWords().members
  const { whole, day } = useFormat()
  const { ageInWords } = useAges()
  const [sent, setSent] = useState<Reply<typeof resendMemberInvitation>>()
  const revoke = useOperation(revokeMemberInvitation)
  const resend = useOperation(resendMemberInvitation, { then: setSent })
  const { id, email, role, status, sentAt, expiresAt } = invitation
  const isPending = revoke.isPending || resend.isPending
  const input = { params: { id } }
  const until = status === 'expired' ? words.expired(day(expiresAt)) : words.until(day(expiresAt))
  return (
    <div className="row person rows-cheap">
      <div className="who">
        <b className="cut" dir="auto" title={email}>
          {email}
        </b>
        <span className="quiet" title={whole(sentAt)}>
          {[words.roles[role], words.sent(ageInWords(sentAt)), until].join(dot)}
        </span>
      </div>
      <div className="acts">
        <Button
          size="small"
          aria-label={words.resendOf(email)}
          isPending={isPending}
          onClick={() => resend.mutate(input)}
        >
          {words.resend}
        </Button>
        <Button
          size="small"
          aria-label={words.revokeOf(email)}
          isPending={isPending}
          onClick={() => revoke.mutate(input)}
        >
          {words.revoke}
        </Button>
      </div>
      {(revoke.error ?? resend.error) ? (
        <div className="whole-line">
          <Refusal error={revoke.error ?? resend.error} />
        </div>
      ) : null}
      {sent ? (
        <div className="whole-line">
          <InvitationLink invitation={sent} onDone={() => setSent(undefined)} />
        </div>
      ) : null}
    </div>
  )
})
