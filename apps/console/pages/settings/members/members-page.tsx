import { Fragment } from 'react'
import { listMemberInvitations, listMembers } from '../../../../../domains/accounts/workspaces/contract/members.ts'
import { hasTyped } from '../../../api/typed-values.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Section } from '../../../parts/section.tsx'
import { useOpener } from '../../../parts/use-opener.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { InviteSection } from './invite-form.tsx'
import { InvitationsSection } from './invitation-list.tsx'
import { PeopleSection } from './member-list.tsx'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'

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
      text={rest.more ? words.newest(number(members.length)) : words.text}
      actions={isAdministrator ? opener : undefined}
    >
      {isAdministrator && isOpen ? <InviteSection /> : null}
      <PeopleSection members={members} rest={rest} />
      {isAdministrator ? <OpenInvitations /> : null}
      <Section title={words.rolesTitle}>
        <dl className="kv panel pad">
          {(['member', 'admin', 'owner'] as const).map((role) => (
            <Fragment key={role}>
              <dt>{words.roles[role]}</dt>
              <dd>{words.roleHints[role]}</dd>
            </Fragment>
          ))}
        </dl>
      </Section>
    </SettingsFrame>
  )
}

const OpenInvitations = () => {
  const { rows, ...rest } = usePages(listMemberInvitations)
  return <InvitationsSection invitations={rows} rest={rest} />
}
