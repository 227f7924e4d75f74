import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createClientAccount } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { paths } from '../../../paths.ts'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'

export const typedClient = (workspaceId: string) => `client.${workspaceId}`

/** A new customer; its projects and people follow on its page. */
export const NewClientSection = () => {
  const words = useSettingsWords()
  const { workspace } = useRole()
  const navigate = useNavigate()
  const draft = useDraft(typedClient(workspace.id), { name: '' })
  const { name } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const create = useOperation(createClientAccount, {
    then: ({ id }) => {
      draft.clear()
      return navigate(paths.client(id))
    },
  })
  const submit = () => {
    setChecked(true)
    if (name.trim()) create.mutate({ body: { name: name.trim() } })
  }
  return (
    <Section title={words.clients.create} text={words.clients.createText}>
      <Form className="panel pad stack" error={create.error} onSubmit={submit}>
        <TextField
          name="name"
          label={words.clients.name}
          value={name}
          maxLength={200}
          dir="auto"
          autoComplete="off"
          wrong={isChecked && !name.trim() ? words.security.missing : undefined}
          onChange={(event) => draft.set('name', event.target.value)}
        />
        <Refusal error={create.error} />
        <div className="line">
          <Button type="submit" isPending={create.isPending}>
            {words.clients.createAct}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
