import { useState } from 'react'
import { inviteMember } from '../../../../../domains/accounts/workspaces/contract/members.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Section } from '../../../parts/section.tsx'
import { ShownOnce } from '../../../parts/feedback/shown-once.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'

const roles = ['member', 'admin'] as const

/** Invites a person by mail; the link is also shown, only this once. */
export const InviteSection = () => {
  const words = useSettingsWords()
  const { workspace } = useRole()
  const [role, setRole] = useState<(typeof roles)[number]>('member')
  const [sent, setSent] = useState<Reply<typeof inviteMember>>()
  const form = useForm(inviteMember, {
    name: `invite.${workspace.id}`,
    saved: { email: '' },
    body: ({ email }) => ({ email: email.trim(), role }),
    then: setSent,
  })
  return (
    <Section title={words.members.invite} text={words.members.inviteText}>
      {sent ? <InvitationLink invitation={sent} onDone={() => setSent(undefined)} /> : null}
      <Form className="panel pad stack" error={form.error} onSubmit={form.submit}>
        <DraftField draft={form} field="email" label={words.members.email} type="email" autoComplete="off" />
        <div className="field" role="group" aria-label={words.members.role}>
          <span className="legend-text">{words.members.role}</span>
          <span className="line wrap">
            <span className="seg">
              {roles.map((one) => (
                <button key={one} type="button" aria-pressed={one === role} onClick={() => setRole(one)}>
                  {words.members.roles[one]}
                </button>
              ))}
            </span>
          </span>
          <span className="hint">{words.members.roleHints[role]}</span>
        </div>
        <FormFoot of={form} verb={words.members.inviteAct} pendingText={words.members.inviting} />
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
