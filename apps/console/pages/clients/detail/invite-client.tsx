import { useState } from 'react'
import { listClientAccountProjects } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { inviteClientPortalMember } from '../../../../../domains/accounts/clients/contract/portals.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { usePages } from '../../../api/use-pages.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Section } from '../../../parts/section.tsx'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { SwitchSetting } from '../../../parts/forms/switch.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { InvitationLink } from '../../settings/members/invite-form.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { grantsOf, type Level } from './access-levels.ts'
import { LevelSetting } from './access-level-setting.tsx'
import { of } from './client-input.ts'

export const typedInvitation = (id: string) => `invite.${id}`

/** Invites a person of a customer, with a preview of the portal. */
export const InviteClient = ({ id }: { readonly id: string }) => {
  const words = useSettingsWords()
  const { rows: projects, ...rest } = usePages(listClientAccountProjects, of(id))
  const [chosen, setChosen] = useState<Readonly<Record<string, Level>>>({})
  const [canCreateProjects, setCreate] = useState(false)
  const [sent, setSent] = useState<Reply<typeof inviteClientPortalMember>>()
  const projectGrants = grantsOf(chosen).filter(({ projectId }) => projects.some((one) => one.id === projectId))
  const form = useForm(inviteClientPortalMember, {
    name: typedInvitation(id),
    input: { params: { id } },
    saved: { email: '' },
    body: ({ email }) => ({ email: email.trim(), canCreateProjects, projectGrants }),
    then: (invitation) => {
      setChosen({})
      setSent(invitation)
    },
  })
  return (
    <Section title={words.clients.invite} text={words.clients.inviteText}>
      {sent ? <InvitationLink invitation={sent} onDone={() => setSent(undefined)} /> : null}
      <Form className="panel rows" error={form.error} onSubmit={form.submit}>
        <div className="pad">
          <DraftField draft={form} field="email" label={words.members.email} type="email" autoComplete="off" />
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
          <FormFoot of={form} verb={words.members.inviteAct} pendingText={words.members.inviting} />
        </div>
      </Form>
    </Section>
  )
}
