import { getMyLetters } from '../../../../../domains/accounts/people/contract/letters.ts'
import { getMyPreferences } from '../../../../../domains/accounts/people/contract/preferences.ts'
import { prefetch, useOperation, useReply } from '../../../api/use-operation.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { ShortcutsSection, AppearanceSection } from './appearance.tsx'
import { useLetterSettings } from '../../../api/use-letter-settings.ts'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { SwitchSetting } from '../../../parts/switch.tsx'
import { getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { updateMyName } from '../../../../../domains/accounts/people/contract/sign-in.ts'
import { DraftField, SaveBar } from '../../../parts/draft-field.tsx'
import { Form } from '../../../parts/form.tsx'
import { useDraft } from '../../../parts/use-draft.ts'

export const loader = () => {
  prefetch(getMyPreferences)
  return prefetch(getMyLetters)
}

export default function YouPage() {
  const words = useSettingsWords().you
  return (
    <SettingsFrame title={words.title} text={words.text}>
      <ProfileSection />
      <AppearanceSection />
      <ShortcutsSection />
      <LettersSection />
    </SettingsFrame>
  )
}

const kinds = ['requests', 'approvals', 'failedRuns', 'budgets'] as const

/** Which letters a person gets. */
const LettersSection = () => {
  const words = useSettingsWords().you
  const { letters, save, error } = useLetterSettings()
  return (
    <Section title={words.letters} text={words.lettersText}>
      <div className="panel rows">
        {kinds.map((kind) => (
          <SwitchSetting
            key={kind}
            label={words[kind]}
            hint={kind === 'requests' ? words.requestsHint : undefined}
            isOn={letters[kind]}
            onChange={(isOn) => save({ [kind]: isOn })}
          />
        ))}
      </div>
      <Refusal error={error} />
    </Section>
  )
}

/** The person's name. */
const ProfileSection = () => {
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
