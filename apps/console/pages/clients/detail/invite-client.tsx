import { useState } from 'react'
import { listClientAccountProjects } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { inviteClientPortalMember } from '../../../../../domains/accounts/clients/contract/portals.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { usePages } from '../../../api/use-pages.ts'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { PartialRows } from '../../../parts/partial-rows.tsx'
import { SwitchSetting } from '../../../parts/switch.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { InvitationLink } from '../../settings/members/invite-form.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { grantsOf, type Level } from './access-levels.ts'
import { LevelSetting } from './access-level-setting.tsx'
import { of } from './client-input.ts'

/** Invites a person of a customer, with a preview of what they will see. */
export const InviteClient = ({ id }: { readonly id: string }) => {
  const words = useSettingsWords()
  const { rows: projects, ...rest } = usePages(listClientAccountProjects, of(id))
  const draft = useDraft(`invite.${id}`, { email: '' })
  const { email } = draft.fields
  const [chosen, setChosen] = useState<Readonly<Record<string, Level>>>({})
  const [canCreateProjects, setCreate] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const [sent, setSent] = useState<Reply<typeof inviteClientPortalMember>>()
  const invite = useOperation(inviteClientPortalMember, {
    then: (invitation) => {
      draft.clear()
      setChosen({})
      setChecked(false)
      setSent(invitation)
    },
  })
  const submit = () => {
    setChecked(true)
    const projectGrants = grantsOf(chosen).filter(({ projectId }) => projects.some((one) => one.id === projectId))
    if (email.trim()) invite.mutate({ params: { id }, body: { email: email.trim(), canCreateProjects, projectGrants } })
  }
  return (
    <Section title={words.clients.invite} text={words.clients.inviteText}>
      {sent ? <InvitationLink invitation={sent} onDone={() => setSent(undefined)} /> : null}
      <Form className="panel rows" error={invite.error} onSubmit={submit}>
        <div className="pad">
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
        </div>
        <PartialRows rows={projects} rest={rest}>
          {(project) => (
            <LevelSetting
              key={project.id}
              name={project.name}
              level={chosen[project.id] ?? 'none'}
              onChoose={(level) => setChosen({ ...chosen, [project.id]: level })}
            />
          )}
        </PartialRows>
        <SwitchSetting
          label={words.clients.create_}
          hint={words.clients.createHint}
          isOn={canCreateProjects}
          onChange={setCreate}
        />
        <div className="pad stack">
          <Refusal error={invite.error} />
          <div className="line">
            <Button type="submit" variant="primary" isPending={invite.isPending} pendingText={words.members.inviting}>
              {words.members.inviteAct}
            </Button>
          </div>
        </div>
      </Form>
    </Section>
  )
}
