import { listMemberInvitations, listMembers } from '../../../../domains/accounts/workspaces/contract/members.ts'
import { prefetch, useReply } from '../../api/use-operation.ts'
import { SettingsFrame } from './frame.tsx'
import { InviteSection } from './members/invite.tsx'
import { everyone, InvitationsSection } from './members/invitations.tsx'
import { PeopleSection } from './members/people.tsx'
import { useRole } from './use-role.ts'
import { useSettingsWords } from './words/use-words.ts'

export const loader = () => prefetch(listMembers, everyone)

export default function MembersPage() {
  const words = useSettingsWords().members
  const { isAdministrator } = useRole()
  const members = useReply(listMembers, everyone)
  return (
    <SettingsFrame title={words.title} text={words.text(members.length)}>
      {isAdministrator ? <Administration /> : null}
      <PeopleSection members={members} />
    </SettingsFrame>
  )
}

const Administration = () => {
  const invitations = useReply(listMemberInvitations, everyone)
  return (
    <>
      <InviteSection />
      <InvitationsSection invitations={invitations} />
    </>
  )
}
