import { getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { updateMyName } from '../../../../../domains/accounts/people/contract/sign-in.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { DraftField, SaveBar } from '../../../parts/draft-field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'

/** The person's name. */
export const ProfileSection = () => {
  const words = useSettingsWords()
  const { id, name } = useReply(getMe)
  const draft = useDraft<Readonly<Record<'name', string>>>(`profile.${id}`, { name })
  const save = useOperation(updateMyName, { then: draft.clear })
  const isMissing = draft.fields.name.trim() === ''
  const submit = () => {
    if (draft.isChanged && !isMissing) save.mutate({ body: { name: draft.fields.name.trim() } })
  }
  return (
    <Section title={words.you.profile}>
      <Form className="panel pad stack" error={save.error} onSubmit={submit}>
        <DraftField
          draft={draft}
          field="name"
          label={words.you.name}
          hint={words.you.nameHint}
          maxLength={200}
          wrong={isMissing ? words.security.missing : undefined}
        />
        <Refusal error={save.error} />
        <SaveBar draft={draft} isPending={save.isPending} isSaved={save.isSuccess} />
      </Form>
    </Section>
  )
}
