import { useState } from 'react'
import { inviteMember } from '../../../../../domains/accounts/workspaces/contract/members.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { ShownOnce } from '../../../parts/shown-once.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { RoleChoice, type InvitedRole } from './role-choice.tsx'

/** Invites a person by mail; the link is shown besides, this once. */
export const InviteSection = () => {
  const words = useSettingsWords()
  const { workspace } = useRole()
  const draft = useDraft(`invite.${workspace.id}`, { email: '' })
  const { email } = draft.fields
  const [role, setRole] = useState<InvitedRole>('member')
  const [isChecked, setChecked] = useState(false)
  const [sent, setSent] = useState<Reply<typeof inviteMember>>()
  const invite = useOperation(inviteMember, {
    then: (invitation) => {
      draft.clear()
      setChecked(false)
      setSent(invitation)
    },
  })
  const submit = () => {
    setChecked(true)
    if (email.trim()) invite.mutate({ body: { email: email.trim(), role } })
  }
  return (
    <Section title={words.members.invite} text={words.members.inviteText}>
      {sent ? <InvitationLink invitation={sent} onDone={() => setSent(undefined)} /> : null}
      <Form className="panel pad stack" error={invite.error} onSubmit={submit}>
        <TextField
          name="email"
          label={words.members.email}
          type="email"
          autoComplete="off"
          value={email}
          maxLength={320}
          wrong={isChecked && !email.trim() ? words.security.missing : undefined}
          onChange={(event) => draft.set('email', event.target.value)}
        />
        <RoleChoice role={role} onChoose={setRole} />
        <Refusal error={invite.error} />
        <div className="line wrap">
          <Button type="submit" variant="primary" isPending={invite.isPending} pendingText={words.members.inviting}>
            {words.members.inviteAct}
          </Button>
        </div>
      </Form>
    </Section>
  )
}

interface LinkProps {
  readonly invitation: { readonly email: string; readonly acceptUrl: string; readonly emailSent: boolean }
  readonly onDone: () => void
}

/** Whether the letter is on its way, and the link itself. */
export const InvitationLink = ({ invitation: { email, acceptUrl, emailSent }, onDone }: LinkProps) => {
  const words = useSettingsWords().members
  return (
    <ShownOnce
      title={words.invited(email)}
      value={acceptUrl}
      done={words.linkDone}
      onDone={onDone}
      text={emailSent ? words.linkSent : words.linkNotSent}
    />
  )
}
