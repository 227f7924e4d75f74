import { useNavigate } from 'react-router'
import { createClientAccount } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { Button } from '../../../parts/button.tsx'
import { DraftField } from '../../../parts/draft-field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useForm } from '../../../parts/use-form.ts'
import { paths } from '../../../paths.ts'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'

export const typedClient = (workspaceId: string) => `client.${workspaceId}`

/** A new customer; its projects and people follow on its page. */
export const NewClientSection = () => {
  const words = useSettingsWords()
  const { workspace } = useRole()
  const navigate = useNavigate()
  const form = useForm(createClientAccount, {
    name: typedClient(workspace.id),
    saved: { name: '' },
    then: ({ id }) => navigate(paths.client(id)),
  })
  return (
    <Section title={words.clients.create} text={words.clients.createText}>
      <Form className="panel pad stack" error={form.error} onSubmit={form.submit}>
        <DraftField draft={form} field="name" label={words.clients.name} autoComplete="off" />
        <Refusal error={form.error} />
        <div className="line">
          <Button type="submit" isPending={form.isPending}>
            {words.clients.createAct}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
